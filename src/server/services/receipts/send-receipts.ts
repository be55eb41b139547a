import { randomUUID } from 'node:crypto'
import { and, asc, eq, exists, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { pauseOfRefusal, pauseOfSilence } from '#domain/fiscal/receipt.ts'
import { FiscalRefused, FiscalUnavailable, type FiscalService, type PrintedReceipt } from '#server/adapters/fiscal/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { claimRegister, leaseEnd, registerOf, releaseRegister } from './register.ts'

const { fiscalCalls, fiscalReceipts, fiscalRegisters } = schema
type ReceiptRow = typeof fiscalReceipts.$inferSelect
type CallRow = typeof fiscalCalls.$inferSelect
interface Call {
  call: CallRow
  receipt: ReceiptRow
  crn: string
}

/** A receipt that was given up, for the log. */
export interface DeadReceipt {
  id: number
  orderId: number
  reason: string
}

/**
 * Sends receipts to the fiscal service, one after the other, as the only process that does. A number is written before its call, and the
 * same call is repeated until it has an answer: a receipt is printed once, whatever dies in between. Returns those it gave up.
 */
export const sendReceipts = async (ctx: Context, goesOn: () => boolean = () => true): Promise<DeadReceipt[]> => {
  const { fiscal } = ctx.adapters
  if (!fiscal || !(await isAnyDue(ctx))) return []
  const { id } = await registerOf(ctx, fiscal)
  const owner = randomUUID()
  if (!(await claimRegister(ctx, id, owner))) return []
  const dead: DeadReceipt[] = []
  while (goesOn()) {
    const next = await nextCall(ctx, id, owner)
    if (!next) break
    const failed = await perform(ctx, fiscal, next)
    if (failed) dead.push(failed)
  }
  await releaseRegister(ctx, id, owner)
  return dead
}

const isAnyDue = async ({ db, now }: Context): Promise<boolean> => {
  const open = or(eq(fiscalReceipts.state, 'sent'), and(eq(fiscalReceipts.state, 'due'), lte(fiscalReceipts.sendAfter, new Date(now()))))
  return (await db.select({ id: fiscalReceipts.id }).from(fiscalReceipts).where(open).limit(1)).length > 0
}

/** The call without an answer, or a new one under the next number. Null when nothing is due, or the lease is another's. */
const nextCall = (ctx: Context, registerId: number, owner: string): Promise<Call | null> =>
  withTransaction(ctx, async (tx) => {
    const [register] = await tx.db.select().from(fiscalRegisters).where(eq(fiscalRegisters.id, registerId)).for('update')
    if (register?.leaseOwner !== owner) return null
    const own = eq(fiscalRegisters.id, registerId)
    await tx.db
      .update(fiscalRegisters)
      .set({ leaseUntil: leaseEnd(tx) })
      .where(own)
    const open = await openCall(tx, registerId)
    if (open) return open.call.askAfter.getTime() <= tx.now() ? { ...open, crn: register.crn } : null
    const receipt = await nextReceipt(tx, registerId)
    if (!receipt) return null
    const seq = register.seq + 1
    const at = new Date(tx.now())
    await tx.db.update(fiscalRegisters).set({ seq }).where(own)
    const [call] = await tx.db
      .insert(fiscalCalls)
      .values({ registerId, seq, receiptId: receipt.id, askAfter: at, createdAt: at })
      .returning()
    if (!call) throw new Error('the inserted call was not returned')
    await tx.db.update(fiscalReceipts).set({ state: 'sent' }).where(eq(fiscalReceipts.id, receipt.id))
    return { call, receipt, crn: register.crn }
  })

const openCall = async (tx: Context, registerId: number): Promise<Omit<Call, 'crn'> | undefined> => {
  const [open] = await tx.db
    .select({ call: fiscalCalls, receipt: fiscalReceipts })
    .from(fiscalCalls)
    .innerJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalCalls.receiptId))
    .where(and(eq(fiscalCalls.registerId, registerId), eq(fiscalCalls.state, 'sent')))
  return open
}

/** A return waits for the receipt of its sale, whose number it names. */
const nextReceipt = async (tx: Context, registerId: number): Promise<ReceiptRow | undefined> => {
  const sale = alias(fiscalReceipts, 'sale')
  const printed = tx.db
    .select({ one: sql`1` })
    .from(sale)
    .where(
      and(
        eq(sale.orderId, fiscalReceipts.orderId),
        eq(sale.kind, 'sale'),
        eq(sale.prepayment, fiscalReceipts.prepayment),
        eq(sale.state, 'printed')
      )
    )
  const isReady = or(eq(fiscalReceipts.kind, 'sale'), exists(printed))
  const isDue = and(eq(fiscalReceipts.state, 'due'), lte(fiscalReceipts.sendAfter, new Date(tx.now())))
  const [row] = await tx.db
    .select()
    .from(fiscalReceipts)
    .where(and(eq(fiscalReceipts.registerId, registerId), isDue, isReady))
    .orderBy(asc(fiscalReceipts.id))
    .limit(1)
  return row
}

const perform = async (ctx: Context, fiscal: FiscalService, next: Call): Promise<DeadReceipt | null> => {
  try {
    const printed = await ask(ctx, fiscal, next)
    await record(ctx, next, printed)
    return null
  } catch (cause) {
    if (cause instanceof FiscalRefused) return refused(ctx, next, cause)
    if (cause instanceof FiscalUnavailable) return silent(ctx, next, cause)
    throw cause
  }
}

const ask = async (ctx: Context, fiscal: FiscalService, { call: { seq }, receipt, crn }: Call): Promise<PrintedReceipt> => {
  const { content, orderId, prepayment } = receipt
  if ('lines' in content) return fiscal.print({ crn, seq }, content)
  const [sale] = await ctx.db
    .select({ number: fiscalReceipts.number })
    .from(fiscalReceipts)
    .where(and(eq(fiscalReceipts.orderId, orderId), eq(fiscalReceipts.kind, 'sale'), eq(fiscalReceipts.prepayment, prepayment)))
  if (!sale?.number) throw new Error(`receipt ${receipt.id} is a return of a sale without a number`)
  return fiscal.printReturn({ crn, seq }, sale.number, content)
}

/** Answers a call once; false when another process has. */
const closeCall = async (tx: Context, { registerId, seq }: CallRow, state: 'answered' | 'refused' | 'lost'): Promise<boolean> => {
  const closed = await tx.db
    .update(fiscalCalls)
    .set({ state })
    .where(and(eq(fiscalCalls.registerId, registerId), eq(fiscalCalls.seq, seq), eq(fiscalCalls.state, 'sent')))
    .returning({ seq: fiscalCalls.seq })
  return closed.length > 0
}

const record = (ctx: Context, { call, receipt }: Call, { receiptId, fiscal, qr, sn, time }: PrintedReceipt): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    if (!(await closeCall(tx, call, 'answered'))) return
    await tx.db
      .update(fiscalReceipts)
      .set({ state: 'printed', number: receiptId, fiscal, qr, serial: sn, printedAt: time, reason: '' })
      .where(eq(fiscalReceipts.id, receipt.id))
    // The page of the order that is open shows it.
    const { orders } = schema
    const [order] = await tx.db.select().from(orders).where(eq(orders.id, receipt.orderId))
    if (order) await recordOrderEvent(tx, 'order.receipt', order)
  })

/** Nothing was printed under this number: the next attempt has another one. */
const refused = (ctx: Context, { call, receipt }: Call, { message, isStale }: FiscalRefused): Promise<DeadReceipt | null> =>
  withTransaction(ctx, async (tx) => {
    if (!(await closeCall(tx, call, 'refused'))) return null
    const refusals = receipt.refusals + (isStale ? 0 : 1)
    const pause = isStale ? 0 : pauseOfRefusal(refusals)
    const change = pause === null ? { state: 'dead' as const } : { state: 'due' as const, sendAfter: new Date(tx.now() + pause) }
    await tx.db
      .update(fiscalReceipts)
      .set({ ...change, refusals, reason: message })
      .where(eq(fiscalReceipts.id, receipt.id))
    return pause === null ? { id: receipt.id, orderId: receipt.orderId, reason: message } : null
  })

/** It may have been printed: the same call is repeated, and after too many of them people have to. */
const silent = (ctx: Context, { call, receipt }: Call, { message }: FiscalUnavailable): Promise<DeadReceipt | null> =>
  withTransaction(ctx, async (tx) => {
    const unanswered = call.unanswered + 1
    const pause = pauseOfSilence(unanswered)
    if (pause === null) {
      if (!(await closeCall(tx, call, 'lost'))) return null
      await tx.db.update(fiscalReceipts).set({ state: 'dead', reason: message }).where(eq(fiscalReceipts.id, receipt.id))
      return { id: receipt.id, orderId: receipt.orderId, reason: message }
    }
    await tx.db
      .update(fiscalCalls)
      .set({ unanswered, askAfter: new Date(tx.now() + pause) })
      .where(and(eq(fiscalCalls.registerId, call.registerId), eq(fiscalCalls.seq, call.seq), eq(fiscalCalls.state, 'sent')))
    await tx.db.update(fiscalReceipts).set({ reason: message }).where(eq(fiscalReceipts.id, receipt.id))
    return null
  })
