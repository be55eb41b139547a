import { createECDH } from 'node:crypto'
import * as v from 'valibot'
import { checked, singleLine, isBase, whole } from './config-values.ts'

const MAILBOX = /^(?:[^<>\r\n]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const fits =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)
const isMailServer = (text: string): boolean => /^smtps?:\/\/[^/\s]+/.test(text) && URL.canParse(text)

/** Vendors of messages; without them messages go to the outbox page. README lists the variables. */
export const messageVariables = {
  SMTP_URL: checked(
    isMailServer,
    'must be an address such as smtps://user:password@mail.example (in a password, @ is written %40, / %2F, # %23, ? %3F, % %25)'
  ),
  MAIL_FROM: checked(fits(MAILBOX), 'must be a sender such as Shuka <hello@shuka.example>'),
  SMS_GATEWAY: v.optional(v.picklist(['simulator', 'nikita', 'dexatel'], 'must be simulator, nikita or dexatel'), 'simulator'),
  SMS_FROM: checked(
    fits(/^(?:[A-Za-z0-9 ._-]{1,11}|\+?\d{3,15})$/),
    'must be at most 11 Latin letters and digits, such as Shuka, or a number such as +37410000000'
  ),
  SMS_LOGIN: singleLine('must be the login of the gateway: one line of at most 200 characters', 200),
  SMS_PASSWORD: singleLine('must be the password of the gateway: one line of at most 200 characters', 200),
  SMS_KEY: singleLine('must be the key of the gateway: one line of at most 4000 characters'),
  SMS_URL: checked(isBase, 'must be an address such as https://sendsms.nikita.am, without a slash at the end'),
  SMS_PER_CONTACT_DAY: whole(20, 1, 1_000),
  SMS_KNOWN_PER_HOUR: whole(20_000, 1, 1_000_000),
  SMS_UNKNOWN_PER_HOUR: whole(5_000, 1, 1_000_000),
  SMS_REPORT_KEY: checked(fits(/^[\w-]{16,200}$/), 'must have 16 to 200 letters, digits, - or _, such as `openssl rand -hex 16` prints'),
  VAPID_PUBLIC_KEY: checked(
    fits(/^[\w-]{87}$/),
    'must be a public key of 87 base64url characters, such as `npx web-push generate-vapid-keys` prints'
  ),
  VAPID_PRIVATE_KEY: checked(
    fits(/^[\w-]{43}$/),
    'must be a private key of 43 base64url characters, such as `npx web-push generate-vapid-keys` prints'
  ),
  VAPID_SUBJECT: checked(
    fits(/^(?:mailto:\S+@\S+|https:\/\/\S+)$/),
    'must begin with mailto: or https://, such as mailto:hello@shuka.example'
  )
}

type Values = { [K in keyof typeof messageVariables]?: v.InferOutput<(typeof messageVariables)[K]> }

const missing = (needs: string, why: string): string => `${needs} is missing: ${why}`

/** Returns the first problem with variables that belong together; null when there is none. */
export const messageFault = (config: Values): string | null => {
  const { SMTP_URL, MAIL_FROM, SMS_GATEWAY, SMS_FROM, SMS_LOGIN, SMS_PASSWORD, SMS_KEY, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = config
  if (SMTP_URL && !MAIL_FROM) return missing('MAIL_FROM', 'SMTP_URL is set, and mails need a sender.')
  if (SMS_GATEWAY !== 'simulator' && !SMS_FROM) return missing('SMS_FROM', `SMS_GATEWAY is ${SMS_GATEWAY}, and messages need a sender.`)
  if (SMS_GATEWAY === 'nikita' && !SMS_LOGIN) return missing('SMS_LOGIN', 'SMS_GATEWAY is nikita.')
  if (SMS_GATEWAY === 'nikita' && !SMS_PASSWORD) return missing('SMS_PASSWORD', 'SMS_GATEWAY is nikita.')
  if (SMS_GATEWAY === 'dexatel' && !SMS_KEY) return missing('SMS_KEY', 'SMS_GATEWAY is dexatel.')
  if (!VAPID_PUBLIC_KEY !== !VAPID_PRIVATE_KEY)
    return missing(VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY', 'the two keys of push messages belong together.')
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY && publicKeyOf(VAPID_PRIVATE_KEY) !== VAPID_PUBLIC_KEY)
    return 'VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY. Take both from one run of `npx web-push generate-vapid-keys`.'
  return null
}

const publicKeyOf = (key: string): string | null => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(key, 'base64url')
  } catch {
    // An invalid key is reported as a mismatch.
    return null
  }
  return pair.getPublicKey('base64url')
}

/** Whether a variable may hold a password, so that its value is not repeated in errors. */
export const isSecretVariable = (name: string): boolean => /^SMTP_URL$|^SMS_URL$|PASSWORD$|KEY$/.test(name)
