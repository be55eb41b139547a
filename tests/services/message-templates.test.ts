import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#domain/locale.ts'
import { STORE_CREDITS, REFUND_REASONS } from '#domain/payment.ts'
import { messageHtml } from '#server/services/messages/message-html.ts'
import { ORDER_STEPS, type MessageTemplate, type OrderStep } from '#server/services/messages/message-template.ts'
import { isSecret, renderTemplate } from '#server/services/messages/templates.ts'
import { smsParts } from '#tests/support/sms-parts.ts'

const LINK = 'https://shuka.test/ru/account/orders/100000001'
/** The longest there is of each. */
const order = (step: OrderStep): MessageTemplate => ({
  ...{ kind: 'order', step, number: '100000001', total: 1_234_567.8, window: 'Tomorrow, 14:20–14:35' },
  ...{ suppliers: 'Կումայրի մառան, Մասուր', link: LINK }
})
const LETTERS: MessageTemplate[] = [
  { kind: 'signInCode', pin: '123456', minutes: 10 },
  { kind: 'confirmContact', pin: '123456', minutes: 10 },
  { kind: 'passwordReset', pin: '123456', minutes: 10, link: LINK },
  ...REFUND_REASONS.map((reason) => ({ kind: 'refund' as const, number: '100000001', amount: 1_234_567.8, reason, link: LINK })),
  ...STORE_CREDITS.flatMap((as) =>
    (['refund', 'payout'] as const).map((kind) => ({
      kind,
      number: '100000001',
      amount: 1_234_567.8,
      reason: 'order' as const,
      as,
      link: LINK
    }))
  ),
  { kind: 'contactChanged', type: 'email', contact: 'a•••@mail.am' },
  { kind: 'contactChanged', type: 'phone', contact: '+374 91 ••• •56' },
  { kind: 'passwordChanged' },
  ...['Google', 'Facebook'].map((provider): MessageTemplate => ({ kind: 'providerLinked', provider })),
  { kind: 'deletionAsked', date: '04/12/2026' },
  { kind: 'deletionCancelled' },
  { kind: 'deletionDone' },
  ...(['product', 'supplier', 'window'] as const).map((about): MessageTemplate => ({
    ...{ kind: 'alert', about, window: 'Tomorrow, 14:20–16:20', link: LINK },
    // As long as names get.
    name: 'Sunflower oil “Golden Drop”, cold-pressed, refined, in a family bottle with a handle, 5 l'
  })),
  ...ORDER_STEPS.map(order)
]
const named = LOCALES.flatMap((locale) =>
  LETTERS.map(
    (letter) =>
      [
        `${locale} ${letter.kind} ${'step' in letter ? letter.step : 'about' in letter ? letter.about : 'as' in letter ? `as ${letter.as}` : 'reason' in letter ? letter.reason : 'type' in letter ? letter.type : 'provider' in letter ? letter.provider : ''}`,
        locale,
        letter
      ] as const
  )
)

describe.each(named)('%s', (_name, locale, letter) => {
  const words = renderTemplate(locale, letter)

  test('is an SMS of one part, in plain Latin letters where it is Latin', () => {
    expect(smsParts(words.sms), words.sms).toMatchObject({ parts: 1, alphabet: locale === 'en' ? 'GSM-7' : 'UCS-2' })
    expect(words.sms).not.toContain('{{')
  })

  test('says as a mail what it says as text: no script, no remote picture, valid', async () => {
    expect(words.subject).toMatch(/\S/)
    const page = messageHtml({ locale, ...words, hasCode: isSecret(letter.kind), footer: 'Shuka · https://shuka.test' })
    expect(page).not.toMatch(/<script|<img|url\(|@import|\sstyle=|var\(|\{\{/)
    expect(page).toContain('prefers-color-scheme: dark')
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(page)
    expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual([])
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    expect(links).toEqual('link' in letter ? [letter.link] : [])
    expect([...page.matchAll(/class="code">(\d+)</g)].map(([, code]) => code)).toEqual('pin' in letter ? [letter.pin] : [])
  })
})

test('codes and reset links are secrets, nothing else is', () => {
  expect(LETTERS.filter(({ kind }) => isSecret(kind)).map(({ kind }) => kind)).toEqual(['signInCode', 'confirmContact', 'passwordReset'])
})

test('what people and editors write stays text', () => {
  const letter: MessageTemplate = {
    kind: 'news',
    title: '<b>1</b>',
    text: '"><script>alert(1)</script>',
    link: 'https://shuka.test/campaigns/x'
  }
  const text = '"><script>alert(1)</script><b>'
  const hostile: MessageTemplate[] = [
    letter,
    { ...order('confirmed'), suppliers: text, window: text } as MessageTemplate,
    { kind: 'providerLinked', provider: text },
    { kind: 'contactChanged', type: 'email', contact: text },
    { kind: 'passwordReset', pin: '123456', minutes: 10, link: `https://shuka.test/?${text}` }
  ]
  for (const one of hostile)
    for (const hasCode of [true, false]) {
      const page = messageHtml({ locale: 'en', ...renderTemplate('en', one), hasCode, footer: '<i>' })
      expect(page).toMatch(/&lt;script|script&gt;/)
      expect(page).not.toMatch(/<script|<b>|<i>|"">/)
    }
})

test('parts are counted as gateways count them', () => {
  expect(smsParts('a'.repeat(160)).parts).toBe(1)
  expect(smsParts('a'.repeat(161)).parts).toBe(2)
  expect(smsParts('ա'.repeat(70)).parts).toBe(1)
  expect(smsParts('ա'.repeat(71)).parts).toBe(2)
  expect(smsParts(`${'a'.repeat(158)}€`).parts).toBe(1)
  expect(smsParts('֏ 5').alphabet).toBe('UCS-2')
})
