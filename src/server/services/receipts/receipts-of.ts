import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrderReceipt } from '#contract/orders/calls.ts'
import { toAmd } from '#domain/money.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { drawQr } from '#server/services/core/qr-code.ts'

const { fiscalReceipts } = schema

/** Returns the receipts of an order as its buyer sees them, the sale of goods first. */
export const receiptsOf = async ({ db }: Pick<Context, 'db'>, orderId: number): Promise<OrderReceipt[]> => {
  const rows = await db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, orderId)).orderBy(asc(fiscalReceipts.id))
  return Promise.all(rows.map(present))
}

/** Returns the printed receipts of several orders by order, without their drawn codes. */
export const printedReceiptsOf = async ({ db }: Pick<Context, 'db'>, orderIds: readonly number[]) => {
  const rows = await db
    .select({ orderId: fiscalReceipts.orderId, kind: fiscalReceipts.kind, number: fiscalReceipts.number, qr: fiscalReceipts.qr })
    .from(fiscalReceipts)
    .where(and(inArray(fiscalReceipts.orderId, [...orderIds]), eq(fiscalReceipts.state, 'printed')))
    .orderBy(asc(fiscalReceipts.id))
  const printed = rows.map(({ orderId, kind, number, qr }) => ({ orderId, receipt: { kind, number: number ?? '', link: linkOf(qr) } }))
  return Map.groupBy(printed, ({ orderId }) => orderId)
}

const present = async (row: typeof fiscalReceipts.$inferSelect): Promise<OrderReceipt> => {
  const { kind, prepayment, amount, number, fiscal, serial, qr, printedAt } = row
  const common = { kind, prepayment, amount: toAmd(amount) }
  if (number === null || printedAt === null) return { ...common, printed: null }
  const own = { number, fiscal: fiscal ?? '', serial: serial ?? '', at: toIso(printedAt.getTime()) }
  return { ...common, printed: { ...own, link: linkOf(qr), qr: qr ? await drawQr(qr) : null } }
}

/** Where the QR code of a receipt leads; null when it holds no address. */
const linkOf = (qr: string | null): string | null => {
  const url = URL.parse(qr ?? '')
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : null
}
