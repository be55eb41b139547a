import type { Locale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { OutgoingMessage } from '#server/adapters/message/port.ts'
import type { Contact } from './contact.ts'
import { PIN_SECONDS } from './pin.ts'

/** The words that carry a code, in the language of the request. */
export const pinMessage = (
  locale: Locale,
  { type, contact }: Contact,
  pin: string
): Pick<OutgoingMessage, 'channel' | 'recipient' | 'subject' | 'body'> => {
  const t = getTranslator(locale)
  const words = { pin, minutes: PIN_SECONDS / 60 }
  if (type === 'phone') return { channel: 'sms', recipient: contact, subject: '', body: t('auth:message.pin.sms', words) }
  return { channel: 'email', recipient: contact, subject: t('auth:message.pin.subject', words), body: t('auth:message.pin.email', words) }
}
