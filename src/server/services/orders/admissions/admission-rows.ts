import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { codeOfBytes } from '#domain/gift-cards/gift-card.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ADMISSION_NUMBER_LENGTH, admissionExpiry, isReturnable, type Admission } from '#domain/orders/admission.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { ItemRow, OrderRow } from '../order-row.ts'
import { returnStock } from '../stock/stock.ts'

const { admissions, orderItems, orderParts, suppliers } = schema
export type AdmissionRow = typeof admissions.$inferSelect

/** Whether an order is of tickets, which nobody prepares or brings. */
export const isOfAdmissions = ({ orderMode }: Pick<OrderRow, 'orderMode'>): boolean => orderMode === ORDER_MODE.ADMISSION

export const asAdmission = ({ admissionAt, movedFrom, expiresAt, usedAt, withdrawnAt }: AdmissionRow): Admission => ({
  admissionAt: admissionAt && admissionAt.getTime(),
  movedFrom: movedFrom && movedFrom.getTime(),
  expiresAt: expiresAt.getTime(),
  usedAt: usedAt && usedAt.getTime(),
  withdrawnAt: withdrawnAt && withdrawnAt.getTime()
})

/** A locked order of tickets is paid: a ticket for each piece, once. */
export const issueAdmissions = async (tx: Context, { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>): Promise<void> => {
  const lines = await tx.db
    .select({
      itemId: orderItems.id,
      quantity: orderItems.quantity,
      branchId: orderParts.branchId,
      admissionAt: orderItems.admissionAt,
      rules: suppliers.admissions
    })
    .from(orderItems)
    .innerJoin(orderParts, eq(orderParts.id, orderItems.partId))
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
  const now = tx.now()
  const rows = lines.flatMap(({ itemId, quantity, branchId, admissionAt, rules }) => {
    const expiresAt = new Date(admissionExpiry(rules ?? DEFAULT_RULES, admissionAt && admissionAt.getTime(), now))
    return Array.from({ length: quantity }, (_, position) => ({
      ...{ number: codeOfBytes(randomBytes(ADMISSION_NUMBER_LENGTH)), orderId, itemId, position, userId, branchId },
      ...{ admissionAt, expiresAt, createdAt: new Date(now) }
    }))
  })
  if (rows.length > 0)
    await tx.db
      .insert(admissions)
      .values(rows)
      .onConflictDoNothing({ target: [admissions.itemId, admissions.position] })
}

/** For a supplier that stopped selling tickets while one was paid. */
const DEFAULT_RULES = { days: 365 }

/** The tickets of an order, in the order of its lines. */
export const admissionsOf = (ctx: Pick<Context, 'db'>, orderId: number): Promise<AdmissionRow[]> =>
  ctx.db.select().from(admissions).where(eq(admissions.orderId, orderId)).orderBy(asc(admissions.itemId), asc(admissions.position))

/** Whether the buyer can give back all that is left of an order: nobody has used a ticket, and it is not too late for one. */
export const areReturnable = (rows: readonly AdmissionRow[], now: number): boolean =>
  rows.every((row) => row.withdrawnAt !== null || isReturnable(asAdmission(row), now))

/**
 * Lines of a locked order went back: as many of their tickets are withdrawn, those that nobody has used, and their seats are free, unless
 * the order's stock was released before.
 */
export const withdrawAdmissions = async (
  tx: Context,
  orderId: number,
  lines: readonly Pick<ItemRow, 'id' | 'productId' | 'stockTaken'>[],
  back: ReadonlyMap<number, number>
): Promise<void> => {
  const open = await tx.db
    .select({ id: admissions.id, itemId: admissions.itemId })
    .from(admissions)
    .where(and(eq(admissions.orderId, orderId), isNull(admissions.usedAt), isNull(admissions.withdrawnAt)))
    .orderBy(asc(admissions.itemId), asc(admissions.position))
    .for('update')
  const withdrawn = lines.map((line) => {
    const count = back.get(line.id) ?? 0
    return { line, ids: count === 0 ? [] : open.flatMap(({ id, itemId }) => (itemId === line.id ? [id] : [])).slice(-count) }
  })
  const ids = withdrawn.flatMap((each) => each.ids)
  if (ids.length === 0) return
  await tx.db
    .update(admissions)
    .set({ withdrawnAt: new Date(tx.now()) })
    .where(inArray(admissions.id, ids))
  await returnStock(
    tx,
    withdrawn.map(({ line, ids: { length } }) => ({ id: line.productId, quantity: line.stockTaken ? length : 0 }))
  )
}
