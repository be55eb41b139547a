import type { Locale } from '#domain/locale.ts'

/** Written by `src/build/chunks.ts`: scripts as `name=url`, preloads as `name file file`, separated by a bar; in development only scripts. */
const WRITTEN = '@@chunks@@'
const entries = WRITTEN.split('|')
const scripts = entries.filter((entry) => entry.includes('='))
const files = new Map(
  entries.map((entry) => {
    const [name = '', ...addresses] = entry.split(' ')
    return [name, addresses]
  })
)

/** URLs of the scripts that `loadScripts` loads by name, as attributes. */
export const SCRIPT_ADDRESSES: Record<string, string> = Object.fromEntries(
  scripts.map((entry) => {
    const [name = '', address = ''] = entry.split('=')
    return [`data-${name}`, address]
  })
)
/** Which pressed elements need which scripts; the page script adds their preloads to the head on pointerdown. */
const SHEET = "[data-options='1'] [data-add]"
const WANTED_BY = { basket: '*', modal: `[data-modal], ${SHEET}`, sheet: SHEET }

const isSheet = (address: string): boolean => address.endsWith('.css')
/** The bundler asks for sheets with `crossorigin`; a preload without it would not be used, and the sheet loaded twice. */
const link = (href: string): string =>
  isSheet(href) ? `<link rel="preload" as="style" crossorigin href="${href}">` : `<link rel="modulepreload" href="${href}">`

const filesOf = (name: string, locale: Locale): string[] => [
  ...new Set([...(files.get(name) ?? []), ...(files.get(`${name}-${locale}`) ?? [])])
]

const template = (selector: string, addresses: readonly string[]): string =>
  `<template data-for="${selector}">${addresses.map(link).join('')}</template>`

/**
 * HTML templates with preloads of the scripts a first press needs, by language; the first is common to all, and none repeats another. The
 * basket's sheet is part of every page: a browser complains of a preload that nothing uses. Only cards of products open their sheet.
 */
const write = (locale: Locale, hasCards: boolean): string => {
  const written = new Set<string>()
  return Object.entries(WANTED_BY)
    .filter(([name]) => hasCards || name !== 'sheet')
    .map(([name, selector]) => {
      const own = filesOf(name, locale).filter((address) => !written.has(address) && !(name === 'basket' && isSheet(address)))
      for (const address of own) written.add(address)
      return template(selector, own)
    })
    .join('')
}

const inAll = (hasCards: boolean): Record<Locale, string> => ({
  hy: write('hy', hasCards),
  en: write('en', hasCards),
  ru: write('ru', hasCards)
})
export const FIRST_PRESS = { text: inAll(false), cards: inAll(true) }

/**
 * HTML preloads of the checkout's scripts, without which it shows nothing; its styles are in the page. With low priority, as the first paint
 * does not need them.
 */
const preload = (locale: Locale): string =>
  filesOf('checkout', locale)
    .filter((href) => href.endsWith('.js'))
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
    .join('')
export const CHECKOUT_SCRIPTS: Record<Locale, string> = { hy: preload('hy'), en: preload('en'), ru: preload('ru') }
