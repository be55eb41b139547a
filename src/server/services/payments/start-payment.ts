import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PaymentFailure } from '#contract/orders/calls.ts'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { BankUnavailable, type PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { opaquePerson, type CardChoice } from './cards/card-choice.ts'
import { chargeCard, type StartedPayment } from './cards/charge-card.ts'
import type { LockedOrder, LockOrder } from './locked-order.ts'
import { methodOf } from './methods.ts'
import { findPayment, lastAttempt, type PaymentRow } from './payment-row.ts'
import { providerOf } from './provider-of.ts'
import { registerPayment } from './register-payment.ts'
import { tendersPaidBy, type TenderRow } from './tender-rows.ts'

/**
 * Opens a payment for the caller's tender that an order waits for, or resumes the open one, by a saved card or on the bank's page. The row is written
 * first, then the provider is called, then its answer is stored. After a crash in between, the next call resumes the row. `isNew`: the order
 * was just written, with its payment.
 */
export const startPayment = async (
  ctx: Context,
  orderId: number,
  choice: CardChoice,
  lockOrder: LockOrder,
  isNew = false
): Promise<StartedPayment> => {
  const payment = (isNew ? await begunPayment(ctx, orderId) : null) ?? (await beginPayment(ctx, orderId, choice, lockOrder))
  if (!payment) return { kind: 'settled' }
  const registered = payment.state === 'created' ? await register(ctx, payment) : payment
  if (registered === 'unavailable') return { kind: 'failed', code: await notBegun(ctx, payment) }
  if (registered?.boundCardId && registered.state !== 'created') return resumeCharge(ctx, registered, lockOrder)
  if (registered?.state === 'registered' && registered.formUrl) return { kind: 'payable', formUrl: registered.formUrl }
  return { kind: 'settled' }
}

/** The caller's payment that was written with its order, and that its bank does not know yet. One that is given up meanwhile is not registered. */
const begunPayment = (ctx: Context, orderId: number): Promise<PaymentRow | null> => {
  const { payments } = schema
  const own = inArray(payments.tenderId, tendersPaidBy(ctx, orderId, requireUser(ctx).userId))
  return findPayment(ctx, and(own, eq(payments.state, 'created')) ?? sql`false`)
}

const beginPayment = (ctx: Context, orderId: number, choice: CardChoice, lockOrder: LockOrder): Promise<PaymentRow | null> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order?.isAwaiting) return null
    const due = await tenderDue(tx, orderId, requireUser(ctx).userId)
    if (!due) return null
    return due.payment ?? insertPayment(tx, order, due, choice)
  })

const register = async (ctx: Context, payment: PaymentRow): Promise<PaymentRow | null | 'unavailable'> => {
  try {
    return await registerPayment(ctx, payment, await clientIdFor(ctx, payment))
  } catch (cause) {
    if (cause instanceof BankUnavailable) return 'unavailable'
    throw cause
  }
}

const notBegun = async (ctx: Context, { tenderId }: PaymentRow): Promise<PaymentFailure> => {
  const { orderTenders } = schema
  const [tender] = await ctx.db.select({ methodId: orderTenders.methodId }).from(orderTenders).where(eq(orderTenders.id, tenderId))
  return (tender && methodOf(tender.methodId).notBegun) ?? 'CARD_REGISTRATION_FAILED'
}

const clientIdFor = async (ctx: Context, { boundCardId, clientId }: PaymentRow): Promise<string | null> => {
  if (boundCardId === null) return clientId
  const { boundCards } = schema
  const [card] = await ctx.db.select({ clientId: boundCards.clientId }).from(boundCards).where(eq(boundCards.id, boundCardId))
  return card?.clientId ?? null
}

/** Charges a payment that is still open; one that asks for the buyer's confirmation leads to the bank again. */
const resumeCharge = (ctx: Context, payment: PaymentRow, lockOrder: LockOrder): Promise<StartedPayment> | StartedPayment =>
  payment.state === 'registered' || payment.state === 'processing' ? chargeCard(ctx, payment, lockOrder) : { kind: 'settled' }

interface Due {
  tender: TenderRow
  payment: PaymentRow | null
  provider: PaymentProvider
  /** The number of the order's last payment at its bank. */
  attempts: number
}

/** Returns a person's tender to be paid at a provider, with its open payment; null when there is none. */
const tenderDue = async (tx: Context, orderId: number, payerId: number): Promise<Due | null> => {
  const { orderTenders, payments } = schema
  const reserved = await tx.db
    .select({ tender: orderTenders, payment: payments, attempts: lastAttempt(orderId) })
    .from(orderTenders)
    .leftJoin(payments, and(eq(payments.tenderId, orderTenders.id), inArray(payments.state, [...OPEN_PAYMENT_STATES])))
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.payerId, payerId), eq(orderTenders.state, 'held')))
    .orderBy(asc(orderTenders.id))
  for (const row of reserved) {
    const provider = providerOf(tx, methodOf(row.tender.methodId))
    if (provider) return { ...row, provider }
  }
  return null
}

const insertPayment = async (
  tx: Context,
  order: LockedOrder,
  { tender, provider, attempts }: Due,
  { boundCardId, bindCard }: CardChoice
): Promise<PaymentRow> => {
  const { payments } = schema
  const at = new Date(tx.now())
  const [payment] = await tx.db
    .insert(payments)
    .values({
      orderId: order.id,
      tenderId: tender.id,
      provider: provider.provider,
      bankNumber: `${order.number}-${attempts + 1}`,
      amount: tender.amount,
      state: 'created',
      boundCardId,
      checkedAt: at,
      createdAt: at
    })
    .returning()
  if (!payment) throw new Error('the inserted payment was not returned')
  if (!bindCard || !provider.cards) return payment
  const clientId = provider.cards.clientIdOf(await opaquePerson(tx, provider.provider, tender.payerId), payment.id)
  await tx.db.update(payments).set({ clientId }).where(eq(payments.id, payment.id))
  return { ...payment, clientId }
}
