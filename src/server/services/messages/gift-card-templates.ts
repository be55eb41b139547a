import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import type { Translate } from '#i18n/keys.ts'
import type { MessageTemplate, RenderedTemplate } from './message-template.ts'

export const renderGiftCard = (
  t: Translate,
  locale: Locale,
  { amount: amd, code, date, words, link }: Extract<MessageTemplate, { kind: 'giftCard' }>
): RenderedTemplate => {
  const variables = { amount: formatAmd(amd, locale), code, date, link }
  const text = t('messages:giftCard.email', variables)
  return {
    subject: t('messages:giftCard.title', variables),
    sms: '',
    text: words === '' ? text : t('messages:giftCard.withWords', { words, text }),
    push: '',
    action: t('messages:giftCard.action')
  }
}

export const renderGiftCardNews = (
  t: Translate,
  locale: Locale,
  { news, amount: amd, recipient, date, code, number, link }: Extract<MessageTemplate, { kind: 'giftCardNews' }>
): RenderedTemplate => {
  const variables = { amount: formatAmd(amd, locale), recipient, date, code, number, link }
  return {
    subject: t(`messages:giftCardNews.${news}.title`, variables),
    sms: '',
    text: t(`messages:giftCardNews.${news}.email`, variables),
    push: t(`messages:giftCardNews.${news}.push`, variables),
    action: t(number ? 'messages:order.action' : 'messages:giftCardExpiry.action')
  }
}

export const renderUnreachable = (
  t: Translate,
  locale: Locale,
  { amount: amd, recipient, link }: Extract<MessageTemplate, { kind: 'giftCardUnreachable' }>
): RenderedTemplate => {
  const variables = { amount: formatAmd(amd, locale), recipient, link }
  return {
    subject: t('messages:giftCardUnreachable.title', variables),
    sms: '',
    text: t('messages:giftCardUnreachable.email', variables),
    push: t('messages:giftCardUnreachable.push', variables),
    action: t('messages:giftCardExpiry.action')
  }
}

export const renderGiftCardExpiry = (
  t: Translate,
  locale: Locale,
  { amount: amd, date, link }: Extract<MessageTemplate, { kind: 'giftCardExpiry' }>
): RenderedTemplate => {
  const variables = { amount: formatAmd(amd, locale), date, link }
  return {
    subject: t('messages:giftCardExpiry.title', variables),
    sms: '',
    text: t('messages:giftCardExpiry.email', variables),
    push: t('messages:giftCardExpiry.push', variables),
    action: t('messages:giftCardExpiry.action')
  }
}

export const renderPrize = (
  t: Translate,
  locale: Locale,
  { amount: amd, ticket, title, link }: Extract<MessageTemplate, { kind: 'prize' }>
): RenderedTemplate => {
  const variables = { amount: formatAmd(amd, locale), ticket, title, link }
  return {
    subject: t('messages:prize.title', variables),
    sms: '',
    text: t('messages:prize.email', variables),
    push: t('messages:prize.push', variables),
    action: t('messages:giftCardExpiry.action')
  }
}
