import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { giftCardTemplate } from './notification-words.ts'
import { notify, quietly, readAddressees } from './notify.ts'
import { channelsOf } from './settings.ts'

const { giftCards, notifications } = schema
/** How long before it expires the owner is told of a card. */
const REMIND_MS = 30 * DAY_MINUTES * MINUTE
const MAX_AT_ONCE = 100

/** Tells people of gift cards that expire within 30 days, once each. Returns how many. Safe in several processes. */
export const remindOfGiftCards = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const due = await ctx.db.select({ id: giftCards.id }).from(giftCards).where(isDue(ctx)).orderBy(asc(giftCards.id)).limit(MAX_AT_ONCE)
  let told = 0
  for (const { id } of due) if (goesOn()) told += (await withTransaction(ctx, (tx) => remind(tx, id))) ? 1 : 0
  return told
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
  const userId = card?.ownerId ?? null
  const person = userId === null ? undefined : (await readAddressees(tx, [userId])).get(userId)
  if (!card || userId === null || !person) return false
  const channelsFor = await channelsOf(tx, [userId])
  const words = { amount: String(toAmd(card.balance)), until: String(card.expiresAt.getTime()) }
  await tx.db
    .insert(notifications)
    .values({ userId, kind: 'giftCard', subject: `gift-card:${id}`, status: NOTIFICATION_STATUS.NEW, words, createdAt: new Date(tx.now()) })
    .onConflictDoNothing()
  await notify(tx, person, {
    template: giftCardTemplate(words, person.locale, tx.config.SITE_URL),
    channels: quietly(channelsFor(userId).confirmation),
    path: GIFT_CARDS_PATH,
    tag: 'gift-card',
    expiresAt: card.expiresAt
  })
  return true
}
