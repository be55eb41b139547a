import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { giftCardTemplate } from './gift-card-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

const { giftCards } = schema
/** How long before it expires the owner is told of a card. */
const REMIND_MS = 30 * DAY_MINUTES * MINUTE
const MAX_AT_ONCE = 100

/** Tells people of gift cards that expire within 30 days, once each. Returns how many. Safe in several processes. */
export const remindOfGiftCards = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const due = await ctx.db.select({ id: giftCards.id }).from(giftCards).where(isDue(ctx)).orderBy(asc(giftCards.id)).limit(MAX_AT_ONCE)
  let reminded = 0
  for (const { id } of due) if (goesOn()) reminded += (await withTransaction(ctx, (tx) => remind(tx, id))) ? 1 : 0
  return reminded
}

const isDue = (ctx: Pick<Context, 'now'>) =>
  and(
    eq(giftCards.status, GIFT_CARD_STATUS.ACTIVE),
    isNotNull(giftCards.ownerId),
    isNull(giftCards.remindedAt),
    gt(giftCards.expiresAt, new Date(ctx.now())),
    lte(giftCards.expiresAt, new Date(ctx.now() + REMIND_MS))
  )

const remind = async (tx: Context, id: number): Promise<boolean> => {
  const [card] = await tx.db
    .update(giftCards)
    .set({ remindedAt: new Date(tx.now()) })
    .where(and(eq(giftCards.id, id), isDue(tx)))
    .returning()
  if (!card || card.ownerId === null) return false
  return notifyQuietly(tx, card.ownerId, {
    kind: 'giftCard',
    subject: `gift-card:${id}`,
    words: { amount: String(toAmd(card.balance)), until: String(card.expiresAt.getTime()) },
    template: giftCardTemplate,
    path: GIFT_CARDS_PATH,
    tag: 'gift-card',
    expiresAt: card.expiresAt
  })
}
