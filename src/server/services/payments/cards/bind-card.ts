import { and, eq, inArray, or } from 'drizzle-orm'
import type { BindingFailure } from '#domain/payment.ts'
import { BankUnavailable, type BoundCard, type PaymentProvider, type PaymentStatus } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentRow } from '../payment-row.ts'

const { boundCards, payments } = schema

/**
 * Adds the card that was bound with a payment, which a bank may say in its list only: there it is the one that is not known yet. The money
 * is there whatever the list says, so a bank that does not list is a card that was not saved.
 */
export const withBoundCard = async (
  ctx: Pick<Context, 'db'>,
  { cards, provider }: PaymentProvider,
  { clientId }: Pick<PaymentRow, 'clientId'>,
  reported: PaymentStatus
): Promise<PaymentStatus> => {
  if (!cards || clientId === null || reported.card || reported.state !== 'deposited') return reported
  const listed = await cards.list(clientId).catch((cause: unknown): BoundCard[] => {
    if (cause instanceof BankUnavailable) return []
    throw cause
  })
  const ids = listed.map(({ bindingId }) => bindingId)
  const known = await ctx.db
    .select({ id: boundCards.bindingId })
    .from(boundCards)
    .where(and(eq(boundCards.provider, provider), inArray(boundCards.bindingId, ['', ...ids])))
  return { ...reported, card: listed.findLast(({ bindingId }) => !known.some(({ id }) => id === bindingId)) ?? null }
}

/** Saves the card that a captured payment was to bind; the order does not depend on it, so a failure is only recorded. */
export const bindCard = async (
  tx: Context,
  payment: Pick<PaymentRow, 'id' | 'provider'>,
  userId: number,
  card: BoundCard | null
): Promise<void> => {
  const failure = card ? await save(tx, payment.provider, userId, card) : 'CARD_BINDING_FAILED'
  if (failure) await tx.db.update(payments).set({ bindingFailure: failure }).where(eq(payments.id, payment.id))
}

const save = async (tx: Context, provider: string, userId: number, card: BoundCard): Promise<BindingFailure | null> => {
  const { clientId, bindingId, brand, lastFour, expiry } = card
  const same = and(eq(boundCards.userId, userId), eq(boundCards.lastFour, lastFour), eq(boundCards.expiry, expiry))
  const [earlier] = await tx.db
    .select({ id: boundCards.id })
    .from(boundCards)
    .where(and(eq(boundCards.provider, provider), or(eq(boundCards.bindingId, bindingId), same)))
    .limit(1)
  if (earlier) return 'CARD_ALREADY_BOUND'
  await tx.db.insert(boundCards).values({ userId, provider, clientId, bindingId, brand, lastFour, expiry, createdAt: new Date(tx.now()) })
  return null
}
