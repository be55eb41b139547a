import { eq } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARD_TYPE, inFours } from '#domain/gift-cards/gift-card.ts'
import { giftCardIssued } from '#domain/ledger/own-money.ts'
import type { Locale } from '#domain/locale.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { writeCardEntry, type GiftCardRow } from './cards.ts'
import { expiryOf, newCode, storedCode } from './code.ts'
import { sendCode } from './send.ts'

const { giftCards } = schema

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
export const issueGiftCard = (ctx: Context, { value, ...card }: NewGiftCard): Promise<CardWithCode> =>
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
        ...{ createdAt: new Date(now), expiresAt: expiryOf(now) }
      })
      .returning()
    if (!row) throw new Error('the inserted gift card was not returned')
    await postTransfers(tx, [giftCardIssued(row.id, value)])
    return row.recipient === '' ? { card: row, code: inFours(code) } : { card: await sendCode(tx, row), code: null }
  })

export interface Prize {
  ownerId: number
  value: Amount
  /** Name of the member of staff who drew it. */
  issuedBy: string
}

/** Makes a gift card that its owner can spend at once: nobody needs its code. */
export const givePrize = async (tx: Context, { value, ...card }: Prize): Promise<GiftCardRow> => {
  const now = tx.now()
  const [row] = await tx.db
    .insert(giftCards)
    .values({
      ...card,
      ...(await storedCode(tx, newCode())),
      ...{ value, balance: value, status: GIFT_CARD_STATUS.ACTIVE, recipient: '' },
      ...{ createdAt: new Date(now), activatedAt: new Date(now), expiresAt: expiryOf(now) }
    })
    .returning()
  if (!row) throw new Error('the inserted gift card was not returned')
  await postTransfers(tx, [giftCardIssued(row.id, value)])
  await writeCardEntry(tx, { cardId: row.id, event: 'activated', amount: value })
  return row
}

/** Gives another code to a card that nobody has activated: the one before is worth nothing then. Returns null when there is no such card. */
export const giveAnotherCode = (ctx: Context, id: number, locale: Locale): Promise<CardWithCode | null> =>
  withTransaction(ctx, async (tx) => {
    const [card] = await tx.db.select().from(giftCards).where(eq(giftCards.id, id)).for('update')
    if (card?.status !== GIFT_CARD_STATUS.SOLD || card.expiresAt.getTime() <= tx.now()) return null
    if (card.recipient !== '') return { card: await sendCode(tx, { ...card, locale }), code: null }
    return { card, code: await changeCode(tx, id) }
  })

/** Gives a locked card another code, for whoever prints it or hands it over: in fours. */
export const changeCode = async (tx: Context, id: number): Promise<string> => {
  const code = newCode()
  await tx.db
    .update(giftCards)
    .set(await storedCode(tx, code))
    .where(eq(giftCards.id, id))
  return inFours(code)
}
