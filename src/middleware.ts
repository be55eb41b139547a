import { defineMiddleware } from 'astro:middleware'
import { ApiError, createCaller, type Fetch } from '#client/call.ts'
import { httpStatus } from '#contract/codes.ts'
import { DEFAULT_CITY } from '#domain/constants.ts'
import { splitLocalePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'

const developmentApi = globalThis as { [key: symbol]: Fetch | undefined }
const noApi: Fetch = () => Promise.reject(new Error('pages were given no API'))
/** The front caches error pages, so none is rendered here. The body, even if empty, prevents Astro from rendering its own. */
const emptyResponse = (status: number): Response => new Response('', { status })

/** Sets the locals of every page; turns "not found" into the 404 page, and passes any other error to the front. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals } = context
  // A rewrite to an error page runs this again and keeps the locals of the first run.
  if (!locals.locale) {
    const { locale, path } = splitLocalePath(context.url.pathname)
    locals.locale = locale
    locals.path = path.length > 1 ? path.replace(/\/$/, '') : path
    locals.t = getTranslator(locale)
    locals.city = context.url.searchParams.get('city') ?? DEFAULT_CITY
    locals.siteUrl ??= context.site?.origin ?? context.url.origin
    locals.call = createCaller({ fetch: locals.apiFetch ?? developmentApi[Symbol.for('shuka.api')] ?? noApi, locale })
    // The front requests the error pages of a language by these paths.
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
