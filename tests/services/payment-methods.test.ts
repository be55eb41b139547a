import { describe, expect, test } from 'vitest'
import { LOCALES } from '#domain/locale.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import type { Key } from '#i18n/keys.ts'
import { accountMethod, checkoutMethod, orderMethod, payingMethod } from '#i18n/method-keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import { findMethod, METHODS } from '#server/services/payments/methods.ts'
import { sourcesOf } from '#tests/support/sources.ts'

describe('the registry of payment methods', () => {
  test('knows each method of the spec once, by one key, the default first', () => {
    const ids: readonly number[] = Object.values(PAYMENT_METHOD)
    expect(METHODS.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([])
    expect(new Set(METHODS.map(({ id }) => id)).size).toBe(METHODS.length)
    expect(new Set(METHODS.map(({ key }) => key)).size).toBe(METHODS.length)
    expect(METHODS[0]).toMatchObject(DEFAULT_METHOD)
    expect(findMethod(999)).toBeUndefined()
  })

  test('sends a buyer only to a provider, waits for what is paid online, and gives back by a provider what came by one', () => {
    const faulty = METHODS.filter(
      ({ provider, paysOnline, waits, refund }) => (paysOnline && !waits) || (provider === null && (paysOnline || refund === 'provider'))
    )
    expect(faulty).toEqual([])
  })

  test.each(LOCALES)('%s: every method has its words', (locale) => {
    const t = getTranslator(locale)
    const missing = METHODS.flatMap(({ key, paysOnline, waits }): Key[] => [
      ...(['name', 'about', 'order', 'accept'] as const).map((word) => checkoutMethod(key, word)),
      ...(['name', 'text'] as const).map((word) => accountMethod(key, word)),
      ...(['by', 'refunded'] as const).map((word) => orderMethod(key, word)),
      payingMethod(key, 'instead'),
      ...(paysOnline ? (['pay', 'payAgain', 'payOther'] as const).map((word) => payingMethod(key, word)) : []),
      ...(waits ? (['paid', 'refunding'] as const).map((word) => orderMethod(key, word)) : [])
    ]).filter((key) => t(key) === key || t(key) === key.split(':')[1])
    expect(missing).toEqual([])
  })
})

describe('no other file names a method', () => {
  const keys = METHODS.map(({ key }) => key).join('|')
  const ids = METHODS.map(({ id }) => id).join('|')
  const NAMES: [string, RegExp][] = [
    ['an entry of PAYMENT_METHOD', /PAYMENT_METHOD\.[A-Z]/],
    ['an id', new RegExp(`(?:paymentId|methodId|paymentMethodId|PaymentMethodId)\\b[^\\n]{0,3}\\s*(?:[!=]==|:)\\s*(?:${ids})\\b`)],
    ['a key', new RegExp(`\\b(?:key|method|payment|paymentKey)\\b[\\w.?]*\\s*[!=]==\\s*'(?:${keys})'|\\bkey: '(?:${keys})'`)],
    ['an id in SQL', new RegExp(`\\b(?:payment|method)_id"?\\s*(?:<>|!=|=|in)\\s*\\(?\\s*(?:${ids})\\b`)],
    ['an icon', new RegExp(`\\b[iI]con\\b[\\w.?]*\\s*[!=]==\\s*'(?:${keys})'`)],
    ['a case', new RegExp(`\\bcase '(?:${keys})'|'(?:${keys})'[^\\]\\n]*\\]\\.includes\\(`)],
    [
      'the words of one',
      new RegExp(`[cC]heckout:methods\\.(?:${keys})|(?:orders|paying):methods\\.(?:${keys})|payment\\.methods\\.(?:${keys})`)
    ]
  ]
  const MAY = /^src\/(server\/services\/payments\/methods|domain\/enums|domain\/payment-method)\.ts$|^src\/server\/adapters\/payment\//
  const faultsIn = (text: string): string[] => NAMES.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)

  test('on the server, in the stores, islands, pages and rules', () => {
    const others = sourcesOf('src').filter(({ path }) => !MAY.test(path) && !path.includes('/messages/'))
    expect(others.length).toBeGreaterThan(500)
    // Of every layer, so that a new kind of file is not left out.
    const layers = [
      'domain',
      'contract',
      'client',
      'stores',
      'islands',
      'page-scripts',
      'components',
      'layouts',
      'pages',
      'build',
      'server'
    ]
    expect(layers.filter((layer) => !others.some(({ path }) => path.startsWith(`src/${layer}/`)))).toEqual([])
    expect(others.flatMap(({ path, text }) => faultsIn(text).map((what) => `${path}: ${what}`))).toEqual([])
  })

  test.each([
    ['const isCash = payment?.id === PAYMENT_METHOD.CASH', 'an entry of PAYMENT_METHOD'],
    ['if (order.paymentId === 3) return', 'an id'],
    ['values({ methodId: 8 })', 'an id'],
    ["if (method.key === 'card') return", 'a key'],
    ["const FALLBACK = [{ key: 'cash' }]", 'a key'],
    ['sql`select 1 from orders where payment_id = 8`', 'an id in SQL'],
    ["if (icon !== 'card') return", 'an icon'],
    ["switch (key) { case 'cash': return }", 'a case'],
    ["if (['cash', 'card'].includes(name)) return", 'a case'],
    ["t('checkout:methods.card.order')", 'the words of one']
  ])('and %s would be found', (text, what) => {
    expect(faultsIn(text)).toEqual([what])
  })
})
