import * as v from 'valibot'

const MAILBOX = /^(?:[^<>\r\n]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const KEY = /^[\w-]+$/
const text = (message: string) => v.optional(v.pipe(v.string(), v.nonEmpty(message)))

/** How messages go out; nothing set means the outbox page. README lists the variables with their meanings. */
export const messageVariables = {
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => /^smtps?:\/\/[^/\s]+/.test(url) && URL.canParse(url),
        'must be an address such as smtps://user:password@mail.example'
      )
    )
  ),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(MAILBOX, 'must be a sender such as Shuka <hello@shuka.example>'))),
  SMS_GATEWAY: v.optional(v.picklist(['simulator', 'nikita', 'dexatel'], 'must be simulator, nikita or dexatel'), 'simulator'),
  SMS_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^(?:[A-Za-z0-9 ._-]{1,11}|\+?\d{3,15})$/, 'must be at most 11 Latin letters and digits, or a number'))
  ),
  SMS_LOGIN: text('must not be empty'),
  SMS_PASSWORD: text('must not be empty'),
  SMS_KEY: text('must not be empty'),
  SMS_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'must be an address such as https://sendsms.nikita.am'))),
  SMS_REPORT_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,200}$/, 'must have at least 16 letters, digits, - or _'))),
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(KEY), v.length(87, 'must be a public key of 87 base64url characters'))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(KEY), v.length(43, 'must be a private key of 43 base64url characters'))),
  VAPID_SUBJECT: v.optional(v.pipe(v.string(), v.regex(/^(?:mailto:\S+@\S+|https:\/\/\S+)$/, 'must begin with mailto: or https://')))
}

type Values = { [K in keyof typeof messageVariables]?: v.InferOutput<(typeof messageVariables)[K]> }

const missing = (needs: string, why: string): string => `${needs} is missing: ${why}`

/** Variables that are only good together; null when they are. The first sentence that is wrong otherwise. */
export const messageFault = (config: Values): string | null => {
  const { SMTP_URL, MAIL_FROM, SMS_GATEWAY, SMS_FROM, SMS_LOGIN, SMS_PASSWORD, SMS_KEY, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = config
  if (SMTP_URL && !MAIL_FROM) return missing('MAIL_FROM', 'SMTP_URL is set, and mails need a sender.')
  if (SMS_GATEWAY !== 'simulator' && !SMS_FROM) return missing('SMS_FROM', `SMS_GATEWAY is ${SMS_GATEWAY}, and messages need a sender.`)
  if (SMS_GATEWAY === 'nikita' && !SMS_LOGIN) return missing('SMS_LOGIN', 'SMS_GATEWAY is nikita.')
  if (SMS_GATEWAY === 'nikita' && !SMS_PASSWORD) return missing('SMS_PASSWORD', 'SMS_GATEWAY is nikita.')
  if (SMS_GATEWAY === 'dexatel' && !SMS_KEY) return missing('SMS_KEY', 'SMS_GATEWAY is dexatel.')
  if (!VAPID_PUBLIC_KEY !== !VAPID_PRIVATE_KEY)
    return missing(VAPID_PUBLIC_KEY ? 'VAPID_PRIVATE_KEY' : 'VAPID_PUBLIC_KEY', 'the two keys of push messages belong together.')
  return null
}

/** May hold a password: not repeated when it is bad. */
export const isSecretVariable = (name: string): boolean => /^SMTP_URL$|^SMS_URL$|PASSWORD$|KEY$/.test(name)
