import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/engine.ts'
import type { MailSender } from './email/port.ts'
import { createMailSimulator } from './email/simulator.ts'
import { createSmtpSender } from './email/smtp.ts'
import type { PushSender } from './push/port.ts'
import { createWebPush } from './push/web-push.ts'
import { createDexatelSender } from './sms/dexatel.ts'
import { createNikitaSender } from './sms/nikita.ts'
import type { SmsSender } from './sms/port.ts'
import { createSmsSimulator } from './sms/simulator.ts'

const ADDRESS = /([^\s<>@]+@[^\s<>@]+?)>?$/

/** Creates the configured senders of messages, simulators by default. Push needs no vendor, so it is always real. */
export const createSenders = (db: Db, config: Config): { email: MailSender; sms: SmsSender; push: PushSender } => {
  const timeoutMs = config.MESSAGE_TIMEOUT_SECONDS * 1000
  return {
    email:
      config.SMTP_URL && config.MAIL_FROM
        ? createSmtpSender({ url: config.SMTP_URL, from: config.MAIL_FROM, timeoutMs })
        : createMailSimulator(),
    sms: smsSender(config, timeoutMs),
    push: createWebPush(db, { keys: vapidKeys(config), subject: subjectOf(config), origins: config.PUSH_ORIGINS, timeoutMs })
  }
}

const smsSender = (config: Config, timeoutMs: number): SmsSender => {
  const { SMS_GATEWAY, SMS_URL: url, SMS_FROM: from = '', SMS_LOGIN: login = '', SMS_PASSWORD: password = '', SMS_KEY: key = '' } = config
  if (SMS_GATEWAY === 'nikita') return createNikitaSender({ url, login, password, from, timeoutMs })
  if (SMS_GATEWAY === 'dexatel') return createDexatelSender({ url, key, from, timeoutMs })
  return createSmsSimulator()
}

const vapidKeys = ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Config) =>
  publicKey && privateKey ? { publicKey, privateKey } : null

const subjectOf = ({ VAPID_SUBJECT, MAIL_FROM, SITE_URL }: Config): string => {
  const address = ADDRESS.exec(MAIL_FROM ?? '')?.[1]
  return VAPID_SUBJECT ?? (address ? `mailto:${address}` : SITE_URL.startsWith('https:') ? SITE_URL : 'mailto:no-reply@localhost')
}
