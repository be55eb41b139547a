import { expect, test } from 'vitest'
import { cardBankOf } from '#server/config-card-banks.ts'
import { BadConfiguration, readConfig } from '#server/config.ts'

const ARCA = {
  ARCA_URL: 'https://ipay.example/payment/rest',
  ARCA_LOGIN: 'shop',
  ARCA_PASSWORD: 'hidden-1',
  ARCA_BINDING_LOGIN: 'shop-cards',
  ARCA_BINDING_PASSWORD: 'hidden-2'
}
const AMERIA = { AMERIA_URL: 'https://ameria.example/VPOS', AMERIA_CLIENT_ID: 'id', AMERIA_LOGIN: 'shop', AMERIA_PASSWORD: 'hidden-3' }
const IDRAM = { IDRAM_URL: 'https://idram.example/Payment/GetPayment', IDRAM_ACCOUNT: 'hidden-4', IDRAM_SECRET: 'hidden-5' }
const TELCELL = { TELCELL_URL: 'https://telcell.example/invoices', TELCELL_SHOP: 'hidden-6', TELCELL_KEY: 'hidden-7' }
const FASTSHIFT = { FASTSHIFT_URL: 'https://fastshift.example/api/en/vpos', FASTSHIFT_TOKEN: 'hidden-8' }
const APPLE_PAY = {
  ...{ APPLE_PAY_URL: 'https://apple.example/paymentservices', APPLE_PAY_MERCHANT: 'hidden-9', APPLE_PAY_ACQUIRER_KEY: 'hidden-10' },
  ...{ APPLE_PAY_CERTIFICATE: 'package.json', APPLE_PAY_KEY: 'package.json', APPLE_PAY_DOMAIN: 'package.json' },
  APPLE_PAY_ACQUIRER_URL: 'https://bank.example/tokens'
}
const without = (all: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))
const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (cause) {
    if (cause instanceof BadConfiguration) return cause.message
    throw cause
  }
  return ''
}

test.each([ARCA, AMERIA, IDRAM, TELCELL, FASTSHIFT, APPLE_PAY].flatMap((all) => Object.keys(all).map((name) => [name, all] as const)))(
  'a provider without %s is refused, and the refusal names it and no value',
  (name, all) => {
    const said = refusal(without(all, name))
    expect(said).toMatch(new RegExp(`^${name} is missing`))
    expect(said).not.toMatch(/hidden/)
  }
)

test('one configured bank is chosen, two need CARD_BANK, and none is simulated', () => {
  expect(cardBankOf(readConfig(ARCA))).toEqual({ bank: 'arca', real: true })
  expect(cardBankOf(readConfig(AMERIA))).toEqual({ bank: 'ameria', real: true })
  expect(refusal({ ...ARCA, ...AMERIA })).toMatch(/^CARD_BANK is missing/)
  expect(cardBankOf(readConfig({ ...ARCA, ...AMERIA, CARD_BANK: 'ameria' }))).toEqual({ bank: 'ameria', real: true })
  expect(refusal({ ...ARCA, CARD_BANK: 'ameria' })).toMatch(/^AMERIA_URL, .* are missing/)
  expect(cardBankOf(readConfig({}))).toEqual({ bank: 'arca', real: false })
  expect(cardBankOf(readConfig({ CARD_BANK: 'ameria' }))).toEqual({ bank: 'ameria', real: false })
  expect(refusal({ CARD_BANK: 'other' })).toContain('CARD_BANK must be arca or ameria')
})

test('a public shop starts without DEMO when bank and messages are real', () => {
  const open = { SITE_URL: 'https://shuka.example', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shuka.example' }
  const sms = { SMS_GATEWAY: 'dexatel', SMS_FROM: 'Shuka', SMS_KEY: 'key' }
  expect(refusal({ ...open, ...sms })).toContain('DEMO=1')
  expect(refusal({ ...open, ...sms, ...ARCA })).toBe('')
  expect(refusal({ ...open, ...ARCA })).toContain('DEMO=1')
})
