import type { Locale } from '#domain/locale.ts'

/** Written by `src/build/chunks.ts`: scripts as `name=address`, preloads as `name file file`, with a bar between; in development only scripts. */
const WRITTEN = '@@chunks@@'
const entries = WRITTEN.split('|')
const scripts = entries.filter((entry) => entry.includes('='))
const files = new Map(
  entries.map((entry) => {
    const [name = '', ...addresses] = entry.split(' ')
    return [name, addresses]
  })
)

/** Where the scripts of pages find what they bring by name (`bring`), as attributes. */
export const SCRIPT_ADDRESSES: Record<string, string> = Object.fromEntries(
  scripts.map((entry) => {
    const [name = '', address = ''] = entry.split('=')
    return [`data-${name}`, address]
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
