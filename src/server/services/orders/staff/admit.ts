import { eq } from 'drizzle-orm'
import { admissionState, type AdmissionState } from '#domain/orders/admission.ts'
import { giftCardCode, inFours } from '#domain/gift-cards/gift-card.ts'
import { formatDateTime } from '#i18n/dates.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { asAdmission, type AdmissionRow } from '../admissions/admission-rows.ts'
import { finishIfOver } from '../admissions/keep-admissions.ts'
import { lockOrder } from '../order-row.ts'
import { RefusedToStaff } from './refused.ts'

const { admissions, orderItems, orders } = schema

/** A ticket is shown at the door: it lets one person in, once. Returns what it is for. Refusals: UNKNOWN_TICKET, TICKET_OVER. */
export const admit = async (ctx: Context, shown: string): Promise<string> => {
  const number = giftCardCode(shown)
  const [found] = await ctx.db.select({ orderId: admissions.orderId }).from(admissions).where(eq(admissions.number, number))
  if (!found) throw new RefusedToStaff('UNKNOWN_TICKET', `there is no ticket ${inFours(number)}; its number stands below its code`)
  return withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, found.orderId))
    const [row] = await tx.db.select().from(admissions).where(eq(admissions.number, number)).for('update')
    if (!order || !row) throw new Error(`ticket ${number} was found and is gone`)
    const admission = asAdmission(row)
    const state = admissionState(admission, tx.now())
    if (state !== 'valid') throw new RefusedToStaff('TICKET_OVER', `ticket ${inFours(number)} ${WHY[state](row)}; let nobody in with it`)
    await tx.db
      .update(admissions)
      .set({ usedAt: new Date(tx.now()) })
      .where(eq(admissions.id, row.id))
    await recordOrderEvent(tx, 'order.changed', order)
    await finishIfOver(tx, order)
    return wordsFor(tx, row)
  })
}

const atTime = (at: Date | null): string => (at ? formatDateTime(at.getTime()) : '')

const WHY: Readonly<Record<Exclude<AdmissionState, 'valid'>, (row: AdmissionRow) => string>> = {
  used: ({ usedAt }) => `was used already, at ${atTime(usedAt)}`,
  expired: ({ expiresAt }) => `was valid until ${atTime(expiresAt)}`,
  withdrawn: ({ withdrawnAt }) => `was given back at ${atTime(withdrawnAt)}`
}

const wordsFor = async (tx: Context, { itemId, number, admissionAt }: AdmissionRow): Promise<string> => {
  const [item] = await tx.db
    .select({ name: orderItems.name, options: orderItems.options })
    .from(orderItems)
    .where(eq(orderItems.id, itemId))
  const options = item && item.options.length > 0 ? ` (${item.options.map(({ name }) => name.en).join(', ')})` : ''
  return `ticket ${inFours(number)} lets one person in: ${item?.name.en ?? ''}${options}, ${admissionAt ? atTime(admissionAt) : 'any day'}`
}
