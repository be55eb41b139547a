import { describe, expect, it } from 'vitest'
import { isLocale, LANGUAGE_IDS, LOCALES, localeOfLanguageId, localePath, splitLocalePath } from '#domain/locale.ts'
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
