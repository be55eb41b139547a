import type { Context as HonoContext } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { isLocale, localePath } from '#domain/locale.ts'
import type { ServiceError } from '#server/services/core/fail.ts'
import type { AppVariables } from './caller.ts'

type C = HonoContext<{ Variables: AppVariables }>

/** The field in which a page names its language: a form sends no header. */
const LANGUAGE_FIELD = 'language'

/** Whether a browser without script sends the form of a page. */
export const isPlainForm = (c: C, { form }: Endpoint): boolean =>
  form !== undefined && c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true

/** Reads the fields, and the language of the page for what is answered. */
export const readForm = async (c: C): Promise<Record<string, string>> => {
  const { [LANGUAGE_FIELD]: language, ...fields } = Object.fromEntries(new URLSearchParams(await c.req.text()))
  if (isLocale(language)) c.set('locale', language)
  return fields
}

/**
 * Leads back to the form: to its thanks (`#sent`), to what is wrong with a field (`#wrong-phone`), or to what it says of anything else
 * (`#wrong`). The page shows what the address names.
 */
export const leadBack = (c: C, { form = '/' }: Endpoint, refused: ServiceError | null): Response => {
  const field = refused?.details.field
  const part = refused === null ? 'sent' : field !== undefined && /^[a-zA-Z]{1,30}$/.test(field) ? `wrong-${field}` : 'wrong'
  c.header('Cache-Control', 'no-store')
  return c.redirect(`${localePath(c.get('locale'), form)}#${part}`, 303)
}
