import { defineMiddleware } from 'astro:middleware'
import { ApiError, createCaller, type Fetch } from '#client/call.ts'
import { httpStatus } from '#contract/codes.ts'
import { splitLocalePath } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'

const published = globalThis as { [key: symbol]: Fetch | undefined }
const noApi: Fetch = () => Promise.reject(new Error('pages were given no API'))

/** Gives every page its language, words and data; turns "not found" into its 404 page. Anything else Astro reports and answers with 500.astro. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals } = context
  // A rewrite to an error page comes through here again and keeps the address that was asked for.
  if (!locals.locale) {
    const { locale, path } = splitLocalePath(context.url.pathname)
    locals.locale = locale
    locals.path = path.length > 1 ? path.replace(/\/$/, '') : path
    locals.t = getTranslator(locale)
    locals.siteUrl ??= context.site?.origin ?? context.url.origin
    locals.call = createCaller({ fetch: locals.apiFetch ?? published[Symbol.for('shuka.api')] ?? noApi, locale })
    // The server asks for the fault page of a language by this address.
    if (locals.path === '/500') return context.rewrite('/500')
  }
  const prefix = context.params['locale']
  if (prefix !== undefined && prefix !== locals.locale) return context.rewrite('/404')
  try {
    return await next()
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 410].includes(httpStatus(error.type))) return context.rewrite('/404')
    throw error
  }
})
