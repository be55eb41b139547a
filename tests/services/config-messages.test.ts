import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (cause) {
    return String(cause)
  }
  return ''
}

test.each<[Record<string, string>, string]>([
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'smtps://user:hidden@mail.example' }, 'MAIL_FROM is missing'],
  [{ MAIL_FROM: 'Shuka' }, 'MAIL_FROM must be'],
  [{ MAIL_FROM: 'Shuka <a@b.am>\r\nBcc: x@y.am' }, 'MAIL_FROM must be'],
  [{ SMS_GATEWAY: 'pigeon' }, 'SMS_GATEWAY must be'],
  [{ SMS_GATEWAY: 'nikita', SMS_LOGIN: 'x', SMS_PASSWORD: 'y' }, 'SMS_FROM is missing'],
  [{ SMS_GATEWAY: 'nikita', SMS_FROM: 'Shuka', SMS_PASSWORD: 'y' }, 'SMS_LOGIN is missing'],
  [{ SMS_GATEWAY: 'nikita', SMS_FROM: 'Shuka', SMS_LOGIN: 'x' }, 'SMS_PASSWORD is missing'],
  [{ SMS_GATEWAY: 'dexatel', SMS_FROM: 'Shuka' }, 'SMS_KEY is missing'],
  [{ SMS_FROM: 'Շուկա' }, 'SMS_FROM must be'],
  [{ SMS_URL: 'ftp://x' }, 'SMS_URL must be'],
  [{ SMS_REPORT_KEY: 'short' }, 'SMS_REPORT_KEY must have'],
  [{ VAPID_PUBLIC_KEY: 'x' }, 'VAPID_PUBLIC_KEY must be'],
  [{ VAPID_PRIVATE_KEY: 'x'.repeat(43) }, 'VAPID_PUBLIC_KEY is missing'],
  [{ VAPID_SUBJECT: 'shuka' }, 'VAPID_SUBJECT must begin'],
  [{ PUSH_ORIGINS: 'push.example' }, 'PUSH_ORIGINS must list'],
  [{ MESSAGE_TIMEOUT_SECONDS: '0' }, 'MESSAGE_TIMEOUT_SECONDS must be']
])('%j is refused by name', (environment, words) => {
  expect(refusal(environment)).toContain(words)
})

test('what may be a password is not repeated', () => {
  const text = refusal({ SMTP_URL: 'hidden1', SMS_URL: 'hidden2', SMS_REPORT_KEY: 'hidden3', VAPID_PRIVATE_KEY: 'hidden4' })
  expect(text.match(/must/g)).toHaveLength(4)
  expect(text).not.toContain('hidden')
})

test('a whole configuration is taken', () => {
  const config = readConfig({
    ...{ SMTP_URL: 'smtps://shop:secret@mail.example:465', MAIL_FROM: 'Շուկա <hello@shuka.am>' },
    ...{ SMS_GATEWAY: 'dexatel', SMS_FROM: 'Shuka', SMS_KEY: 'k', PUSH_ORIGINS: 'https://push.example' }
  })
  expect(config).toMatchObject({ SMS_GATEWAY: 'dexatel', PUSH_ORIGINS: ['https://push.example'], MESSAGE_TIMEOUT_SECONDS: 15 })
})
