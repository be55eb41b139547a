import { HtmlValidate } from 'html-validate'
import { LOCALES } from '#domain/locale.ts'

const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'] })
/**
 * The exemptions from the recommended rules: Astro writes the style of an island's wrapper into the body; React writes a field with a slash and
 * names its attributes as scripts do (HTML reads both cases alike).
 */
const isTheirs = (ruleId: string, message: string): boolean =>
  (ruleId === 'element-permitted-content' && message.startsWith('<style> element is not permitted')) ||
  (ruleId === 'void-style' && message.includes('<input')) ||
  (ruleId === 'attr-case' && /"(maxLength|autoComplete|autoCapitalize|spellCheck|enterKeyHint)"/.test(message))

/** What the validator says of one page, a line each. */
export const markupFaults = async (html: string): Promise<string[]> => {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, message }) => !isTheirs(ruleId, message))
    .map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`)
}

const attributeOf = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''

/** What every page promises: its language, one first heading, no inline style, its other languages. */
export const promisesBroken = (html: string, locale: string, isIndexed: boolean): string[] => {
  const tags = html.match(/<[a-z][^>]*>/g) ?? []
  const headings = tags.filter((tag) => /^<h1[\s>]/.test(tag)).length
  const languages = alternatesOf(html).map(([language]) => language)
  const wanted = [...LOCALES, 'x-default']
  return [
    ...(attributeOf(tags.find((tag) => tag.startsWith('<html')) ?? '', 'lang') === locale ? [] : [`lang is not ${locale}`]),
    ...(headings === 1 ? [] : [`${headings} first headings`]),
    ...tags.filter((tag) => /\sstyle="/.test(tag)).map((tag) => `inline style: ${tag}`),
    ...(isIndexed && wanted.some((language) => !languages.includes(language)) ? [`hreflang only of ${languages.join()}`] : [])
  ]
}

/** Pairs of language and address in the head. */
export const alternatesOf = (html: string): [language: string, href: string][] =>
  (html.match(/<link rel="alternate"[^>]*>/g) ?? []).map((tag) => [attributeOf(tag, 'hreflang'), attributeOf(tag, 'href')])

export const internalLinksOf = (html: string, origin: string): string[] => {
  const hrefs = (html.match(/<a\s[^>]*>/g) ?? []).map((tag) => attributeOf(tag, 'href')).filter((href) => href !== '')
  const links = new Set(hrefs.filter((href) => href.startsWith('/') || href.startsWith(origin)).map((href) => href.replace(/#.*$/, '')))
  const products = [...links].filter((href) => PRODUCT.test(href))
  // One template writes all addresses of products on a page, and a supermarket has hundreds.
  for (const href of products.slice(ENOUGH_PRODUCTS)) links.delete(href)
  return [...links]
}
const PRODUCT = /\/products\/\d+/
const ENOUGH_PRODUCTS = 12

const AT_ONCE = 6
const answered = new Map<string, number>()
/** Addresses that answer 400 and above; each is asked once a worker. */
export const deadLinks = async (origin: string, hrefs: readonly string[]): Promise<string[]> => {
  const waiting = hrefs.filter((href) => !answered.has(href))
  const ask = async (): Promise<void> => {
    for (let href = waiting.pop(); href !== undefined; href = waiting.pop())
      answered.set(href, (await fetch(new URL(href, origin), { method: 'HEAD' })).status)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return hrefs.filter((href) => (answered.get(href) ?? 0) >= 400).map((href) => `${answered.get(href)} ${href}`)
}
