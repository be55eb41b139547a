import { and, asc, eq, lte } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARDS_PATH, inFours } from '#domain/gift-cards/gift-card.ts'
import { localePath } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { formatDate } from '#i18n/dates.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import type { GiftCardRow } from './cards.ts'
import { newCode, storedCode } from './code.ts'

const { giftCards } = schema
const MAX_AT_ONCE = 100

/**
 * Makes a new code for a locked card and writes the letter with it; the code before is worth nothing then. The card waits for somebody to
 * enter the code.
 */
export const sendCode = async (tx: Context, card: GiftCardRow): Promise<GiftCardRow> => {
  const code = newCode()
  const messageId = await enqueueMessage(tx, {
    to: { type: 'email', contact: card.recipient },
    template: {
      kind: 'giftCard',
      amount: toAmd(card.value),
      code: inFours(code),
      date: formatDate(card.expiresAt.getTime()),
      words: card.message,
      link: tx.config.SITE_URL + localePath(card.locale, GIFT_CARDS_PATH)
    },
    locale: card.locale,
    userId: null
  })
  const [sent] = await tx.db
    .update(giftCards)
    .set({ ...(await storedCode(tx, code)), messageId, unreachableAt: null, status: GIFT_CARD_STATUS.SOLD })
    .where(eq(giftCards.id, card.id))
    .returning()
  if (!sent) throw new Error(`gift card ${card.id} is locked but was not updated`)
  return sent
}

/** Sends the cards whose day has come. Returns how many. Safe in several processes. */
export const sendDueCards = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const isDue = and(eq(giftCards.status, GIFT_CARD_STATUS.RESERVED), lte(giftCards.sendAt, new Date(ctx.now())))
  const due = await ctx.db.select({ id: giftCards.id }).from(giftCards).where(isDue).orderBy(asc(giftCards.sendAt)).limit(MAX_AT_ONCE)
  let sent = 0
  for (const { id } of due) {
    if (!goesOn()) break
    await withTransaction(ctx, async (tx) => {
      const [card] = await tx.db
        .select()
        .from(giftCards)
        .where(and(eq(giftCards.id, id), isDue))
        .for('update')
      if (!card) return
      await sendCode(tx, card)
      sent += 1
    })
  }
  return sent
}
