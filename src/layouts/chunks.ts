import type { Locale } from '#domain/locale.ts'

/** Written by the build (`astro-chunks.mjs`): `name file file|name file …`; in development nothing is. */
const WRITTEN = '@@chunks@@'
const files = new Map(
  WRITTEN.split('|').map((part) => {
    const [name = '', ...addresses] = part.split(' ')
    return [name, addresses]
  })
)

/** Which pressed elements bring which scripts; the plain script puts them into the head when such an element is touched. */
const WANTED_BY = { basket: '*', modal: '[data-modal]', sheet: "[data-options='1'] [data-add]" }

const link = (href: string): string =>
  href.endsWith('.css') ? `<link rel="preload" as="style" href="${href}">` : `<link rel="modulepreload" href="${href}">`

const filesOf = (name: string, locale: Locale): string[] => [...(files.get(name) ?? []), ...(files.get(`${name}-${locale}`) ?? [])]

/** Templates with a preload of every script that a first press needs, in a language; the first is wanted by all. HTML. */
const write = (locale: Locale): string => {
  const known = new Set<string>()
  return Object.entries(WANTED_BY)
    .map(([name, selector]) => {
      const addresses = filesOf(name, locale).filter((address) => !known.has(address))
      if (name === 'basket') for (const address of addresses) known.add(address)
      return `<template data-for="${selector}">${addresses.map(link).join('')}</template>`
    })
    .join('')
}

export const FIRST_PRESS: Record<Locale, string> = { hy: write('hy'), en: write('en'), ru: write('ru') }

/**
 * Preloads of the scripts of the checkout, which shows nothing without them; its styles are in the page. Of low priority: the page's own
 * first paint needs none of them. HTML.
 */
const preload = (locale: Locale): string =>
  [...new Set(filesOf('checkout', locale))]
    .filter((href) => href.endsWith('.js'))
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
    .join('')
export const CHECKOUT_SCRIPTS: Record<Locale, string> = { hy: preload('hy'), en: preload('en'), ru: preload('ru') }
