import type { Context as HonoContext, Hono } from 'hono'
import type { InferOutput } from 'valibot'
import { endpointsOf, type Endpoint, type Reply } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'
import type { ReadyJson } from '#server/services/core/ready-json.ts'
import { answer, answerFile, refuse } from './answer.ts'
import { contextOf, requireCurrency, type AppVariables } from './caller.ts'
import type { Kernel } from '#server/kernel.ts'
import { httpOf, type Http } from './http.ts'
import { readFields, readInput, type Schemas } from './input.ts'
import { requireWithinLimit } from './limits.ts'
import { isPlainForm, leadBack, readForm } from './plain-form.ts'

type Outputs<P> = { [K in keyof P]: P[K] extends Schemas[keyof Schemas] & object ? InferOutput<P[K]> : never }
type HandlerOf<E, P> = (ctx: Context, input: Outputs<P>, http: Http) => Promise<Reply<E> | ReadyJson<Reply<E>>>

/**
 * One function per endpoint: a missing handler, or a wrong input or reply, is a compile error. Streams and navigations have routes of their
 * own.
 */
export type Handlers<N, S> = {
  [K in keyof N as N[K] extends Endpoint ? (K extends 'events' | 'callback' ? never : K) : never]: HandlerOf<
    N[K],
    K extends keyof S ? S[K] : Record<never, never>
  >
}

export type ApiApp = Hono<{ Variables: AppVariables }>

/** Mounts a noun: parsing, access, validation, limits and error mapping, once for all endpoints. The types are checked in handlers.ts. */
export const mount = (app: ApiApp, kernel: Kernel, noun: { calls: object; schemas: object }, handlers: object): void => {
  for (const [name, endpoint] of endpointsOf(noun.calls)) {
    if (endpoint.stream || endpoint.navigation) continue
    const handler = (handlers as Record<string, HandlerOf<Endpoint, object>>)[name]
    if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`)
    const parts = (noun.schemas as Record<string, Schemas | undefined>)[name] ?? {}
    app.on(endpoint.method, endpoint.path, (c) => handle(c, kernel, endpoint, parts, handler))
  }
}

const handle = async (
  c: HonoContext<{ Variables: AppVariables }>,
  kernel: Kernel,
  endpoint: Endpoint,
  schemas: Schemas,
  handler: HandlerOf<Endpoint, object>
): Promise<Response> => {
  const form = isPlainForm(c, endpoint) ? await readForm(c) : null
  try {
    await requireCurrency(c, kernel)
    const { ctx, ip, secure } = await contextOf(c, kernel, endpoint.access === 'public', endpoint.access === 'user')
    const http = httpOf(c, ip, secure)
    await requireWithinLimit(kernel.limit, endpoint, ctx, http)
    if (endpoint.access === 'user' && ctx.actor.kind !== 'user') throw fail('UNAUTHORIZED')
    if (endpoint.access !== 'public' && ctx.actor.kind === 'nobody') throw fail('BAD_REQUEST', { field: 'Session-Id' })
    if (endpoint.moneyMoving && !/^[\w-]{8,255}$/.test(http.idempotencyKey)) throw fail('BAD_REQUEST', { field: 'Idempotency-Key' })
    const input = form ? readFields(schemas, form) : await readInput(c, schemas, endpoint.maxFileBytes !== undefined)
    const reply = await handler(ctx, input, http)
    if (form) return leadBack(c, endpoint, null)
    return endpoint.file === undefined ? answer(c, reply, http) : answerFile(c, reply as Uint8Array<ArrayBuffer>, endpoint.file)
  } catch (cause) {
    return form && cause instanceof ServiceError ? leadBack(c, endpoint, cause) : refuse(c, kernel, cause)
  }
}
