import { defineMiddleware } from 'astro:middleware'
import { ApiError, createCaller, type Fetch } from '#client/call.ts'
import { httpStatus } from '#contract/codes.ts'
import { splitLocalePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'

const developmentApi = globalThis as { [key: symbol]: Fetch | undefined }
const noApi: Fetch = () => Promise.reject(new Error('pages were given no API'))
/** The front has the fault pages ready: rendering one for every address that is not there would be wasted. A body, if empty, keeps Astro from doing so. */
const emptyResponse = (status: number): Response => new Response('', { status })

/** Gives every page its language, words and data; turns "not found" into the 404 page, and hands any other fault to whoever asked for the page. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals } = context
  // A rewrite to an error page comes through here again and keeps the address that was asked for.
  if (!locals.locale) {
    const { locale, path } = splitLocalePath(context.url.pathname)
    locals.locale = locale
    locals.path = path.length > 1 ? path.replace(/\/$/, '') : path
    locals.t = getTranslator(locale)
    locals.siteUrl ??= context.site?.origin ?? context.url.origin
    locals.call = createCaller({ fetch: locals.apiFetch ?? developmentApi[Symbol.for('shuka.api')] ?? noApi, locale })
    // The server asks for the fault pages of a language by these addresses.
    if (locals.path === '/404' || locals.path === '/500') return context.rewrite(locals.path)
  }
  const missing = (): Response | Promise<Response> => (locals.front ? emptyResponse(404) : context.rewrite('/404'))
  const prefix = context.params['locale']
  if (prefix !== undefined && prefix !== locals.locale) return missing()
  try {
    return await next()
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 410].includes(httpStatus(error.type))) return missing()
    if (!locals.front) throw error
    locals.front.fault = error
    return emptyResponse(500)
  }
})
