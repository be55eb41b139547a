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
const WANTED_BY = { basket: '*', modal: '[data-modal]', sheet: "[data-options='1'] [data-add]" }

const link = (href: string): string =>
  href.endsWith('.css') ? `<link rel="preload" as="style" href="${href}">` : `<link rel="modulepreload" href="${href}">`

const filesOf = (name: string, locale: Locale): string[] => [...(files.get(name) ?? []), ...(files.get(`${name}-${locale}`) ?? [])]

/** HTML templates with preloads of the scripts a first press needs, by language; the first template is common to all. */
const write = (locale: Locale): string => {
  const preloaded = new Set<string>()
  return Object.entries(WANTED_BY)
    .map(([name, selector]) => {
      const addresses = filesOf(name, locale).filter((address) => !preloaded.has(address))
      if (name === 'basket') for (const address of addresses) preloaded.add(address)
      return `<template data-for="${selector}">${addresses.map(link).join('')}</template>`
    })
    .join('')
}

export const FIRST_PRESS: Record<Locale, string> = { hy: write('hy'), en: write('en'), ru: write('ru') }

/**
 * HTML preloads of the checkout's scripts, without which it shows nothing; its styles are in the page. With low priority, as the first paint
 * does not need them.
 */
const preload = (locale: Locale): string =>
  [...new Set(filesOf('checkout', locale))]
    .filter((href) => href.endsWith('.js'))
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
    .join('')
export const CHECKOUT_SCRIPTS: Record<Locale, string> = { hy: preload('hy'), en: preload('en'), ru: preload('ru') }
