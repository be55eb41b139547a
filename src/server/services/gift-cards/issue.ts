import { eq } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARD_TYPE, GIFT_CARD_YEARS, GIFT_CARDS_PATH, inFours } from '#domain/gift-cards/gift-card.ts'
import { giftCardIssued } from '#domain/ledger/own-money.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import { formatDate } from '#i18n/dates.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import type { GiftCardRow } from './cards.ts'
import { newCode, storedCode } from './code.ts'

const { giftCards } = schema
const LIVE_MS = GIFT_CARD_YEARS * 365 * DAY_MINUTES * MINUTE

export interface NewGiftCard {
  value: Amount
  /** E-mail address; empty: the code is handed over in person. */
  recipient: string
  /** Name of the member of staff who gives it. */
  issuedBy: string
  locale: Locale
  message: string
}

/** A card and its code, which is shown to whoever hands it over; null: it was sent. */
export interface CardWithCode {
  card: GiftCardRow
  code: string | null
}

/** Makes a gift card that nobody paid for, a prize or an apology, and sends its code. */
export const issueGiftCard = (ctx: Context, { value, locale, ...card }: NewGiftCard): Promise<CardWithCode> =>
  withTransaction(ctx, async (tx) => {
    const code = newCode()
    const now = tx.now()
    const [row] = await tx.db
      .insert(giftCards)
      .values({
        ...card,
        ...(await storedCode(tx, code)),
        ...{ value, balance: value, status: GIFT_CARD_STATUS.SOLD },
        type: card.recipient === '' ? GIFT_CARD_TYPE.STANDARD : GIFT_CARD_TYPE.ELECTRONIC,
        ...{ createdAt: new Date(now), expiresAt: new Date(now + LIVE_MS) }
      })
      .returning()
    if (!row) throw new Error('the inserted gift card was not returned')
    await postTransfers(tx, [giftCardIssued(row.id, value)])
    return handOver(tx, row, code, locale)
  })

/** Gives another code to a card that nobody has activated: the one before is worth nothing then. Returns null when there is no such card. */
export const sendAnotherCode = (ctx: Context, id: number, locale: Locale): Promise<CardWithCode | null> =>
  withTransaction(ctx, async (tx) => {
    const [card] = await tx.db.select().from(giftCards).where(eq(giftCards.id, id)).for('update')
    if (card?.status !== GIFT_CARD_STATUS.SOLD || card.expiresAt.getTime() <= tx.now()) return null
    const code = newCode()
    const [changed] = await tx.db
      .update(giftCards)
      .set(await storedCode(tx, code))
      .where(eq(giftCards.id, id))
      .returning()
    return changed ? handOver(tx, changed, code, locale) : null
  })

const handOver = async (tx: Context, card: GiftCardRow, code: string, locale: Locale): Promise<CardWithCode> => {
  if (card.recipient === '') return { card, code: inFours(code) }
  await sendCode(tx, card, code, locale)
  return { card, code: null }
}

const sendCode = (tx: Context, { recipient, value, message, expiresAt }: GiftCardRow, code: string, locale: Locale): Promise<void> =>
  enqueueMessage(tx, {
    to: { type: 'email', contact: recipient },
    template: {
      kind: 'giftCard',
      amount: toAmd(value),
      code: inFours(code),
      date: formatDate(expiresAt.getTime()),
      words: message,
      link: tx.config.SITE_URL + localePath(locale, GIFT_CARDS_PATH)
    },
    locale,
    userId: null
  })
