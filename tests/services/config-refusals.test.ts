import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BadConfiguration, readConfig } from '#server/config.ts'
import { ROOT } from '#tests/support/sources.ts'

/** All that is said, '' when nothing is wrong. */
const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (cause) {
    if (cause instanceof BadConfiguration) return cause.message
    throw cause
  }
  return ''
}

/** A whole number: what it may be, and what is just outside. */
const numbers: Record<string, [least: number, most: number, usual: number]> = {
  PORT: [0, 65_535, 4321],
  DATABASE_POOL: [1, 200, 10],
  AUTOPILOT_SECONDS: [0, 86_400, 20],
  PAYMENT_MINUTES: [1, 1_440, 30],
  OPEN_ORDERS_PER_PERSON: [1, 1_000_000, 20],
  POINTS_PENDING_DAYS: [0, 30, 3],
  NEW_ACCOUNT_HOLD_PERCENT: [1, 100, 50],
  PAYMENT_TIMEOUT_SECONDS: [1, 60, 8],
  SERVICE_FEE_PERCENT: [0, 50, 3],
  SERVICE_FEE_FLOOR: [0, 100_000, 100],
  SERVICE_FEE_CAP: [0, 100_000, 600],
  PAPER_BAG_PRICE: [0, 10_000, 50],
  OVERLOAD_HOURS_TO_WAIT: [0, 72, 1],
  SMS_PER_CONTACT_DAY: [1, 1_000, 20],
  SMS_KNOWN_PER_HOUR: [1, 1_000_000, 20_000],
  SMS_UNKNOWN_PER_HOUR: [1, 1_000_000, 5_000],
  PIN_WAIT_SECONDS: [0, 3_600, 60],
  PIN_PER_CONTACT_DAY: [1, 100_000, 10],
  PIN_PER_CALLER_HOUR: [1, 100_000, 30],
  PIN_PER_PREFIX_HOUR: [1, 1_000_000, 200],
  PIN_PER_HOUR: [1, 1_000_000, 2_000],
  PASSWORD_WAIT_SECONDS: [0, 3_600, 30],
  PASSWORD_PER_CONTACT_DAY: [1, 100_000, 100],
  PASSWORD_PER_CALLER_HOUR: [1, 100_000, 30],
  PASSWORD_PER_HOUR: [1, 10_000_000, 20_000],
  CHALLENGE_BITS: [0, 20, 13],
  GEO_TIMEOUT_MS: [100, 30_000, 2_000],
  ACCOUNT_DELETION_DAYS: [0, 90, 14],
  ACCOUNT_EXPORTS_HOUR: [1, 1_000, 3],
  MESSAGE_TIMEOUT_SECONDS: [1, 60, 15],
  WEB_CONCURRENCY: [1, 64, 1],
  DRAIN_SECONDS: [0, 300, 0]
}
const flags = ['DATABASE_MIGRATE', 'DATABASE_PREPARE', 'DEMO', 'OVERLOAD_ACTIVE', 'TRUST_PROXY']
const ADDRESS_OF_DATABASE = 'must be an address such as postgres://shop:password@127.0.0.1:5432/shuka (in a password, @ is written %40'
const ONE_LINE = 'on one line, such as '
/** Texts: what is wrong with them, and a part of the sentence. */
const texts: Record<string, [sentence: string, ...bad: string[]]> = {
  OVERLOAD_START: ['must be a moment with its offset such as', '2026-12-31', '2026-13-31T18:00+04:00', '18:00'],
  OVERLOAD_END: ['must be a moment with its offset such as', '2026-12-31T18:00', 'tomorrow'],
  HOST: ['must be an address of this machine such as 127.0.0.1', '999.1.1.1', '-', 'a b'],
  SITE_URL: [
    'must be an origin such as https://shuka.example',
    'foo',
    'https://x.example/',
    'https://x.example/shop',
    'https://a b',
    'https://:1',
    'javascript:alert'
  ],
  DATA_DIR: ['must name a folder such as .data', ' '],
  MARKET_DIR: ['must name a folder such as content/market', '\t'],
  DATABASE_URL: [ADDRESS_OF_DATABASE, 'mysql://x', 'postgres://a:b c@x/y', 'postgres://a:p#w@x/y', 'postgres://x:port/y'],
  DATABASE_READ_URL: [ADDRESS_OF_DATABASE, 'x'],
  API_URL: [
    'must be an address such as https://api.shuka.example/api',
    'api.example',
    'https://api.example/',
    'https://api.example?x=1',
    'http://'
  ],
  SECRET: ['must have at least 32 characters, such as `openssl rand -base64 32` prints', 'short', ' '.repeat(40)],
  BANK_ORIGINS: ['must list origins of banks such as https://ipay.arca.am', 'ipay.arca.am', 'https://ipay.arca.am https://x.am/pay'],
  PUSH_ORIGINS: ['must list origins of push services such as https://push.example', 'push.example'],
  PHONE_COUNTRIES: ['must list countries that have phone numbers by two capital letters', 'am', 'AM,XX', 'Armenia', ','],
  GEO_PROVIDER: ['must be gazetteer, photon, nominatim, yandex or google', 'bing'],
  GEO_URL: ['must be an address such as https://photon.example', 'photon', 'https://photon.example/', 'photon.example/'],
  GEO_KEY: ['must be the key of the geocoder', 'two\nlines', ' key'],
  TILE_URL: [
    'must be an address that names {z}, {x} and {y}',
    'https://tiles.example/{z}/{x}.png',
    '{z}/{x}/{y}',
    `https://t.example/{z}/{x}/{y}"`,
    "https://tiles.example'; script-src *; /{z}/{x}/{y}"
  ],
  TILE_ATTRIBUTION: ['must be one line of at most 200 characters', 'x'.repeat(201), 'a\nb'],
  GOOGLE_CLIENT_ID: [`must be the client id from the Google console ${ONE_LINE}`, 'a\nb'],
  GOOGLE_CLIENT_SECRET: [`must be the client secret from the Google console ${ONE_LINE}`, ' a'],
  FACEBOOK_APP_ID: [`must be the app id from the Facebook console ${ONE_LINE}`, 'a '],
  FACEBOOK_APP_SECRET: [`must be the app secret from the Facebook console ${ONE_LINE}`, 'a\tb'],
  APPLE_CLIENT_ID: [`must be the services id from the Apple developer account ${ONE_LINE}`, 'a\nb'],
  APPLE_TEAM_ID: [`must be the team id from the Apple developer account ${ONE_LINE}`, 'a\nb'],
  APPLE_KEY_ID: [`must be the key id from the Apple developer account ${ONE_LINE}`, 'a\nb'],
  APPLE_PRIVATE_KEY: [
    'must be the text of the .p8 file from the Apple developer account',
    'AuthKey.p8',
    '-----BEGIN PRIVATE KEY-----\nTm8ga2V5\n-----END PRIVATE KEY-----',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  ],
  OPENID_NAME: ['must be a name of at most 40 characters, such as Bank ID', ' ', 'x'.repeat(41)],
  OPENID_ISSUER: ['must be an https address such as https://id.example', 'id.example', 'http://id.example'],
  OPENID_CLIENT_ID: [`must be the client id at the provider ${ONE_LINE}`, 'a\nb'],
  OPENID_CLIENT_SECRET: [`must be the client secret at the provider ${ONE_LINE}`, 'a\nb'],
  SMTP_URL: [
    'must be an address such as smtps://user:password@mail.example (in a password, @ is written %40',
    'mail.example',
    'smtp://a:b#c@x'
  ],
  MAIL_FROM: ['must be a sender such as Shuka <hello@shuka.example>', 'Shuka', 'Shuka <a@b.am>\r\nBcc: x@y.am'],
  SMS_GATEWAY: ['must be simulator, nikita or dexatel', 'pigeon'],
  SMS_FROM: ['must be at most 11 Latin letters and digits, such as Shuka', 'Շուկա', 'A shop with a name'],
  SMS_LOGIN: ['must be the login of the gateway', 'a\nb'],
  SMS_PASSWORD: ['must be the password of the gateway', 'a\nb'],
  SMS_KEY: ['must be the key of the gateway', 'a\nb'],
  SMS_URL: ['must be an address such as https://sendsms.nikita.am', 'ftp://x', 'https://x.am/'],
  SMS_REPORT_KEY: ['must have 16 to 200 letters, digits, - or _', 'short', 'a/key/of/seventeen'],
  VAPID_PUBLIC_KEY: ['must be a public key of 87 base64url characters', 'x'],
  VAPID_PRIVATE_KEY: ['must be a private key of 43 base64url characters', 'x'],
  VAPID_SUBJECT: ['must begin with mailto: or https://, such as mailto:hello@shuka.example', 'shuka'],
  LOG: ['must be silent, error or info', 'debug']
}
/** Their values are never repeated. */
const SECRETS = /^SECRET$|_SECRET$|KEY$|PASSWORD$|^(DATABASE_URL|DATABASE_READ_URL|SMTP_URL|SMS_URL)$/

const bad: [variable: string, value: string, sentence: string][] = [
  ...Object.entries(numbers).flatMap(([name, [least, most, usual]]) =>
    [String(least - 1), String(most + 1), 'many', '1.5', ' 1', '0x10', '1e3'].map((value): [string, string, string] => [
      name,
      value,
      `must be a whole number from ${least} to ${most}, such as ${usual}`
    ])
  ),
  ...flags.flatMap((name) => ['yes', '2'].map((value): [string, string, string] => [name, value, 'must be 1 or 0'])),
  ...Object.entries(texts).flatMap(([name, [sentence, ...values]]) =>
    values.map((value): [string, string, string] => [name, value, sentence])
  )
]

test('every variable is here', () => {
  const files = ['config', 'config-geo', 'config-messages', 'config-sign-in'].map((name) =>
    readFileSync(join(ROOT, `src/server/${name}.ts`), 'utf8')
  )
  const read = files.flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name))
  expect([...new Set(read)].sort()).toEqual([...Object.keys(numbers), ...flags, ...Object.keys(texts)].sort())
})

test.each(bad)('%s=%j is refused: %s', (name, value, sentence) => {
  const said = refusal({ [name]: value })
  expect(said.split('\n').slice(0, 2)).toEqual(['Bad configuration:', expect.stringContaining(`  ${name} ${sentence}`)])
  expect(said.split('\n')).toHaveLength(2)
  expect(said.includes(' (is "')).toBe(!SECRETS.test(name))
})

test.each(Object.entries(numbers))('%s takes its own ends', (name, [least, most]) => {
  const beside = name === 'SERVICE_FEE_FLOOR' ? { SERVICE_FEE_CAP: '100000' } : name === 'SERVICE_FEE_CAP' ? { SERVICE_FEE_FLOOR: '0' } : {}
  const more = name === 'WEB_CONCURRENCY' ? { API_URL: 'http://127.0.0.1:1/api' } : {}
  for (const value of [least, most]) expect(readConfig({ [name]: String(value), ...beside, ...more })).toMatchObject({ [name]: value })
})

describe('a value', () => {
  test('that is empty is none', () => {
    expect(refusal(Object.fromEntries([...Object.keys(numbers), ...flags, ...Object.keys(texts)].map((name) => [name, ''])))).toBe('')
  })

  test('is told without the password inside, and not longer than a line', () => {
    expect(refusal({ API_URL: 'https://shop:hidden@api.example/' })).toContain('(is "https://…@api.example/")')
    expect(refusal({ LOG: 'x'.repeat(5_000) }).length).toBeLessThan(200)
  })

  test('that may be a password is not repeated, however many are bad', () => {
    const text = refusal({ SMTP_URL: 'hidden1', SMS_URL: 'hidden2', SMS_REPORT_KEY: 'hidden3', VAPID_PRIVATE_KEY: 'hidden4' })
    expect(text.match(/must/g)).toHaveLength(4)
    expect(text).not.toContain('hidden')
  })

  test('that is bad does not hide another one', () => {
    const said = refusal({ PORT: 'many', LOG: 'debug', SECRET: 'short' })
    expect(said.match(/^ {2}\w+ must/gm)).toEqual(['  PORT must', '  SECRET must', '  LOG must'])
  })
})

describe('values that are only good together', () => {
  test.each<[Record<string, string>, string]>([
    [{ SERVICE_FEE_FLOOR: '700' }, 'SERVICE_FEE_FLOOR 700 is above SERVICE_FEE_CAP 600'],
    [{ DATABASE_READ_URL: 'postgres://copy/x' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [{ WEB_CONCURRENCY: '2' }, 'WEB_CONCURRENCY needs DATABASE_URL'],
    [{ SITE_URL: 'https://shuka.example' }, 'SITE_URL makes the shop public (https://shuka.example)'],
    [{ HOST: '203.0.113.7', SITE_URL: 'http://localhost:4321' }, 'HOST makes the shop public (http://203.0.113.7:4321)'],
    [{ HOST: '203.0.113.7' }, 'HOST makes the shop public (http://203.0.113.7:4321)'],
    [{ HOST: 'shuka.example' }, 'HOST makes the shop public'],
    [{ SITE_URL: 'https://localhost.shuka.example' }, 'DEMO=1'],
    [{ SITE_URL: 'https://10.shuka.example' }, 'DEMO=1'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET as well'],
    [{ FACEBOOK_APP_SECRET: 'x' }, 'FACEBOOK_APP_SECRET needs FACEBOOK_APP_ID as well'],
    [{ APPLE_TEAM_ID: 'x' }, 'APPLE_TEAM_ID needs APPLE_CLIENT_ID and APPLE_KEY_ID and APPLE_PRIVATE_KEY as well'],
    [{ OPENID_ISSUER: 'https://id.example' }, 'OPENID_ISSUER needs OPENID_CLIENT_ID and OPENID_CLIENT_SECRET as well'],
    [{ TILE_URL: 'https://t.example/{z}/{x}/{y}.png' }, 'TILE_ATTRIBUTION'],
    [{ GEO_PROVIDER: 'yandex' }, 'GEO_KEY'],
    [{ GEO_PROVIDER: 'google' }, 'GEO_KEY'],
    [{ SMTP_URL: 'smtps://user:hidden@mail.example' }, 'MAIL_FROM is missing'],
    [{ SMS_GATEWAY: 'nikita', SMS_LOGIN: 'x', SMS_PASSWORD: 'y' }, 'SMS_FROM is missing'],
    [{ SMS_GATEWAY: 'nikita', SMS_FROM: 'Shuka', SMS_PASSWORD: 'y' }, 'SMS_LOGIN is missing'],
    [{ SMS_GATEWAY: 'nikita', SMS_FROM: 'Shuka', SMS_LOGIN: 'x' }, 'SMS_PASSWORD is missing'],
    [{ SMS_GATEWAY: 'dexatel', SMS_FROM: 'Shuka' }, 'SMS_KEY is missing'],
    [{ VAPID_PRIVATE_KEY: 'x'.repeat(43) }, 'VAPID_PUBLIC_KEY is missing'],
    [{ VAPID_PUBLIC_KEY: 'x'.repeat(87), VAPID_PRIVATE_KEY: 'x'.repeat(43) }, 'VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY']
  ])('%j is refused', (environment, words) => {
    expect(refusal(environment)).toContain(words)
    expect(refusal(environment)).not.toContain('must')
  })
})

test('a whole configuration of messages is taken', () => {
  const config = readConfig({
    ...{ SMTP_URL: 'smtps://shop:secret@mail.example:465', MAIL_FROM: 'Շուկա <hello@shuka.am>' },
    ...{ SMS_GATEWAY: 'dexatel', SMS_FROM: 'Shuka', SMS_KEY: 'k', PUSH_ORIGINS: 'https://push.example' }
  })
  expect(config).toMatchObject({ SMS_GATEWAY: 'dexatel', PUSH_ORIGINS: ['https://push.example'], MESSAGE_TIMEOUT_SECONDS: 15 })
})
