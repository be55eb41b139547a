import { eq, sql } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { endOfDay, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Method, Purchase } from '../methods.ts'

const { bankTransfers, orderInvoices, orderTenders } = schema

/** Until when an order waits for the money of a method: minutes on a provider's page, days for a transfer, to the end of the last one. */
export const payBeforeOf = ({ config, now }: Pick<Context, 'config' | 'now'>, { waits, invoiced }: Method): Date | null => {
  if (!waits) return null
  if (!invoiced) return new Date(now() + config.PAYMENT_MINUTES * MINUTE)
  return new Date(endOfDay(now(), config.TRANSFER_DAYS))
}

/**
 * Throws B2B_ORDER_FORBIDDEN for a business whose phone nobody has confirmed: the transfer is agreed on by phone when something is wrong
 * with it. It has no sentence, so that the client asks for the confirmation (spec section 8).
 */
export const requireReachable = ({ invoiced }: Method, purchase: Purchase | null): void => {
  if (invoiced && !purchase?.phoneVerified) throw fail('B2B_ORDER_FORBIDDEN', { field: 'paymentId', silent: true })
}

/** Writes the invoice of an order that is paid by transfer; a later one for the same order takes its place. */
export const writeInvoice = async (tx: Context, orderId: number, method: Method, purchase: Purchase | null, dueAt: Date): Promise<void> => {
  if (!method.invoiced) return
  const buyer = { companyName: purchase?.companyName ?? '', tin: purchase?.tin ?? '', dueAt, createdAt: new Date(tx.now()) }
  await tx.db
    .insert(orderInvoices)
    .values({ orderId, ...buyer })
    .onConflictDoUpdate({ target: orderInvoices.orderId, set: buyer })
}

/** What came for a tender, and pays it. */
export const takenOf = async ({ db }: Pick<Context, 'db'>, tenderId: number): Promise<Amount> => {
  const [row] = await db
    .select({ taken: sql<number>`coalesce(sum(${bankTransfers.taken}), 0)::int8`.mapWith(Number) })
    .from(bankTransfers)
    .where(eq(bankTransfers.tenderId, tenderId))
  return row?.taken ?? 0
}

/** The newest tender of an order that is paid by transfer. */
export const invoiceOf = async ({ db }: Pick<Context, 'db'>, orderId: number) => {
  const [row] = await db.select().from(orderInvoices).where(eq(orderInvoices.orderId, orderId))
  return row ?? null
}

/** What came for all tenders of an order, and pays it. */
export const transferredFor = async ({ db }: Pick<Context, 'db'>, orderId: number): Promise<Amount> => {
  const [row] = await db
    .select({ taken: sql<number>`coalesce(sum(${bankTransfers.taken}), 0)::int8`.mapWith(Number) })
    .from(bankTransfers)
    .innerJoin(orderTenders, eq(orderTenders.id, bankTransfers.tenderId))
    .where(eq(orderTenders.orderId, orderId))
  return row?.taken ?? 0
}
