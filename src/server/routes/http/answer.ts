import type { Context as HonoContext } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { codeNumber, httpStatus, type CodeType } from '#contract/codes.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { getTranslator } from '#i18n/translate.ts'
import { RETRY_AFTER_SECONDS } from '#server/front/headers.ts'
import { codeOf, ServiceError } from '#server/services/core/fail.ts'
import { joinParts, ReadyJson } from '#server/services/core/ready-json.ts'
import { allowedWords } from './allowed-words.ts'
import { isInside, type AppVariables } from './caller.ts'
import { fieldLabel } from './field-label.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Http } from './http.ts'
import { outgoingOf, sendJson } from './outgoing.ts'

type C = HonoContext<{ Variables: AppVariables }>

const SUCCESS_PREFIX = '{"code":200,"messages":[],"data":'

/** Returns success in the envelope. Replies are private to the caller: never stored by caches. */
export const answer = (c: C, data: unknown, { hasNoHeaders }: Pick<Http, 'hasNoHeaders'>): Response => {
  const outgoing = hasNoHeaders ? outgoingOf(c) : null
  if (outgoing) return sendJson(outgoing, textOf(c, data))
  const envelope: Envelope<unknown> = { code: 200, messages: [], data: data ?? null, requestId: c.get('requestId') }
  if (isInside(c) && !(data instanceof ReadyJson)) return inProcessResponse(envelope)
  c.header('Cache-Control', 'no-store')
  if (data instanceof ReadyJson) return c.body(textOf(c, data), 200, { 'Content-Type': 'application/json' })
  return c.json(envelope)
}

/** Returns a file whose address does not outlive it: the browser may keep it, nobody in between. */
export const answerFile = (c: C, bytes: Uint8Array<ArrayBuffer>, type: string): Response =>
  c.body(bytes, 200, { 'Content-Type': type, 'Cache-Control': 'private, max-age=3600' })

const textOf = (c: C, data: unknown): Buffer<ArrayBuffer> =>
  joinParts([
    SUCCESS_PREFIX,
    ...(data instanceof ReadyJson ? data.parts : [Buffer.from(JSON.stringify(data ?? null))]),
    `,"requestId":"${c.get('requestId')}"}`
  ])

/** In-process callers get the service's reply without serialisation, in a minimal Response. */
const inProcessResponse = (envelope: Envelope<unknown>): Response => {
  const light: Pick<Response, 'json'> = { json: () => Promise.resolve(envelope) }
  return light as Response
}

/** Whether the sender left, or was cut off, before its body was complete: nothing to log. */
const isBrokenOff = (c: C): boolean => {
  const { incoming } = (c.env as Partial<HttpBindings> | undefined) ?? {}
  return incoming !== undefined && incoming.destroyed && !incoming.complete
}

const TEMPORARY: ReadonlySet<CodeType> = new Set<CodeType>(['DATABASE_AWAY', 'NOT_READY'])

/** Whether the data of a refusal says after how many seconds a repeated call is answered. */
const hasRetryAfter = (data: unknown): data is { retryAfter: number } =>
  typeof data === 'object' && data !== null && 'retryAfter' in data && typeof data.retryAfter === 'number'

/**
 * The only error mapper of the server: expected refusals with their text; a database that is away as DATABASE_AWAY; anything else is logged
 * and returned as INTERNAL without its message.
 */
export const refuse = (c: C, kernel: Kernel, cause: unknown): Response => {
  const failure = cause instanceof ServiceError ? cause : null
  if (!failure && !isBrokenOff(c)) {
    kernel.engine.disk.report(cause)
    // The route: a path may contain a key, a token or coordinates.
    kernel.log('error', `${c.req.method} ${routePath(c)} ${c.get('requestId')}`, cause)
  }
  const type: CodeType = codeOf(cause)
  const { field, allowed, vars, data, silent } = failure?.details ?? {}
  const t = getTranslator(c.get('locale'))
  const label = field === undefined ? null : fieldLabel(field, t)
  const sentence =
    type === 'BAD_REQUEST' && label === null ? t('codes:BAD_REQUEST_unnamed') : t(`codes:${type}`, { field: label ?? '', ...vars })
  const body = silent ? '' : allowed ? `${sentence} ${allowedWords(allowed, t)}` : sentence
  c.header('Cache-Control', 'no-store')
  if (TEMPORARY.has(type)) c.header('Retry-After', RETRY_AFTER_SECONDS)
  else if (hasRetryAfter(data)) c.header('Retry-After', String(data.retryAfter))
  return c.json<Envelope<unknown>>(
    { code: codeNumber(type), messages: [{ type, body, ...(field ? { field } : {}) }], data: data ?? null, requestId: c.get('requestId') },
    httpStatus(type) as ContentfulStatusCode
  )
}
