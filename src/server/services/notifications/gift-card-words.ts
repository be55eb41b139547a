import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import { formatDate } from '#i18n/dates.ts'
import { GIFT_CARD_NEWS, type GiftCardNews, type MessageTemplate } from '#server/services/messages/message-template.ts'
import { orderPath, type StoredWords } from './notification-words.ts'

interface CardNews {
  news: GiftCardNews
  amount: number
  recipient: string
  sendAt: Instant
  /** The last four characters of the code, and the order, of a card that came with one; else empty. */
  code: string
  number: string
}

export const giftCardNewsWords = ({ amount, sendAt, ...card }: CardNews): StoredWords => ({
  ...{ ...card, amount: String(amount), sendAt: String(sendAt) }
})

/** The page that news of a card is about: that of the order that it came with, else that of gift cards. */
export const giftCardNewsPath = ({ number }: StoredWords): string => (number ? orderPath(number) : GIFT_CARDS_PATH)

/** Unknown news, written by another version, are shown as "sent". */
export const giftCardNewsTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => ({
  kind: 'giftCardNews',
  news: GIFT_CARD_NEWS.find((one) => one === stored['news']) ?? 'sent',
  amount: Number(stored['amount'] ?? 0),
  recipient: stored['recipient'] ?? '',
  date: formatDate(Number(stored['sendAt'] ?? 0)),
  ...{ code: stored['code'] ?? '', number: stored['number'] ?? '' },
  link: siteUrl + localePath(locale, giftCardNewsPath(stored))
})

export const unreachableTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, GIFT_CARDS_PATH)
  return { kind: 'giftCardUnreachable', amount: Number(stored['amount'] ?? 0), recipient: stored['recipient'] ?? '', link }
}

export const giftCardTemplate = (stored: StoredWords, locale: Locale, siteUrl: string): MessageTemplate => {
  const link = siteUrl + localePath(locale, GIFT_CARDS_PATH)
  return { kind: 'giftCardExpiry', amount: Number(stored['amount'] ?? 0), date: formatDate(Number(stored['until'] ?? 0)), link }
}
