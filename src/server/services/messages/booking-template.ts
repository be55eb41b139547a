import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import type { Translate } from '#i18n/keys.ts'
import type { MessageTemplate, RenderedTemplate } from './message-template.ts'

/** Bookings are told of by push and mail, never by SMS. */
export const renderBooking = (
  t: Translate,
  locale: Locale,
  { news, amount, ...facts }: Extract<MessageTemplate, { kind: 'booking' }>
): RenderedTemplate => {
  const variables = { ...facts, amount: formatAmd(amount, locale) }
  return {
    subject: t(`messages:booking.${news}.title`, variables),
    sms: '',
    text: t(`messages:booking.${news}.email`, variables),
    push: t(`messages:booking.${news}.push`, variables),
    action: t('messages:booking.action')
  }
}
