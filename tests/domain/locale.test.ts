import { describe, expect, it } from 'vitest'
import { isLocale, LANGUAGE_IDS, localeLinks, LOCALES, localeOfLanguageId, localePath, splitLocalePath } from '#domain/locale.ts'
import { familyOf, SUPPLIER_KINDS, SUPPLIER_TYPE, supplierKindOfType, supplierPath } from '#domain/enums.ts'

describe('languages in addresses', () => {
  it.each([
    ['hy', '/restaurants', '/restaurants'],
    ['en', '/restaurants', '/en/restaurants'],
    ['ru', '/', '/ru'],
    ['hy', '/', '/'],
    ['en', 'checkout', '/en/checkout']
  ] as const)('%s %s is %s', (locale, path, address) => {
    expect(localePath(locale, path)).toBe(address)
  })
  it('links of an editor lead to pages of the reader’s language, other links stay', () => {
    const html = '<p><a href="/about-us">a</a> <a href="/ru/shops?open=1">b</a> <a href="https://a.am/x">c</a> href="/x"</p>'
    expect(localeLinks('en', html)).toBe(
      '<p><a href="/en/about-us">a</a> <a href="/en/shops?open=1">b</a> <a href="https://a.am/x">c</a> href="/x"</p>'
    )
    expect(localeLinks('hy', '<a href="/about-us">a</a>')).toBe('<a href="/about-us">a</a>')
  })
  it('splitting gives back what was put together', () => {
    for (const locale of LOCALES)
      for (const path of ['/', '/restaurants', '/restaurants/hin-tonir', '/english', '/russia'])
        expect(splitLocalePath(localePath(locale, path))).toEqual({ locale, path })
    expect(splitLocalePath('/hy/shops')).toEqual({ locale: 'hy', path: '/shops' })
    expect(splitLocalePath('/xx/shops')).toEqual({ locale: 'hy', path: '/xx/shops' })
  })
  it('ids of the spec lead to languages, unknown ones to Armenian', () => {
    for (const locale of LOCALES) expect(localeOfLanguageId(LANGUAGE_IDS[locale])).toBe(locale)
    expect(localeOfLanguageId(2)).toBe('hy')
    expect([isLocale('ru'), isLocale('fr'), isLocale(null)]).toEqual([true, false, false])
  })
})

describe('kinds of suppliers', () => {
  it('go by their type, are listed under their path and belong to a family', () => {
    for (const kind of SUPPLIER_KINDS) expect(supplierKindOfType(SUPPLIER_TYPE[kind])).toBe(kind)
    expect([supplierKindOfType(SUPPLIER_TYPE.all), supplierKindOfType(99)]).toEqual(['all', undefined])
    expect(supplierPath('store', 'hovtashushan')).toBe('/supermarkets/hovtashushan')
    expect(SUPPLIER_KINDS.map(familyOf)).toEqual(['shops', 'restaurants', 'shops', 'shops', 'services', 'digital'])
  })
})
