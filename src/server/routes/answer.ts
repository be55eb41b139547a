import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { codeNumber, httpStatus, type CodeType } from '#contract/codes.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { getTranslator } from '#i18n/translate.ts'
import { ServiceError } from '#server/services/core/fail.ts'
import { ReadyJson } from '#server/services/core/ready-json.ts'
import type { AppVariables, Kernel } from './caller.ts'

type C = HonoContext<{ Variables: AppVariables }>

const READY = Buffer.from('{"code":200,"messages":[],"data":', 'latin1')

/** Success in the envelope. Answers are the caller's own: never stored by anybody. */
export const answer = (c: C, data: unknown): Response => {
  c.header('Cache-Control', 'no-store')
  if (data instanceof ReadyJson) {
    const end = Buffer.from(`,"requestId":"${c.get('requestId')}"}`, 'latin1')
    return c.body(Buffer.concat([READY, data.bytes, end]), 200, { 'Content-Type': 'application/json' })
  }
  return c.json<Envelope<unknown>>({ code: 200, messages: [], data: data ?? null, requestId: c.get('requestId') })
}

/** The one error mapper of the server: foreseen refusals with their text, anything else as INTERNAL, logged and not forwarded. */
export const refuse = (c: C, kernel: Kernel, cause: unknown): Response => {
  const failure = cause instanceof ServiceError ? cause : null
  if (!failure) kernel.log('error', `${c.req.method} ${c.req.path} ${c.get('requestId')}`, cause)
  const type: CodeType = failure?.type ?? 'INTERNAL'
  const { field, vars, data } = failure?.details ?? {}
  const t = getTranslator(c.get('locale'))
  const body = t(`codes:${type}`, { field: field ?? '', ...vars })
  c.header('Cache-Control', 'no-store')
  return c.json<Envelope<unknown>>(
    { code: codeNumber(type), messages: [{ type, body, ...(field ? { field } : {}) }], data: data ?? null, requestId: c.get('requestId') },
    httpStatus(type) as ContentfulStatusCode
  )
}
