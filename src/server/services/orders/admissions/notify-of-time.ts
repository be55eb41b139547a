import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { orderPath, ticketNoticeWords, ticketTemplate } from '#server/services/notifications/notification-words.ts'
import { notifyQuietly } from '#server/services/notifications/notify-quietly.ts'
import type { AdmissionRow } from './admission-rows.ts'

const { branches, orderItems, orders, suppliers } = schema

/**
 * Tells whoever bought a ticket when it is for, and when it was for before that was moved (left out in a reminder), once an order and time.
 * Returns false for an account that is deactivated.
 */
export const notifyOfTime = async (
  tx: Context,
  { id, itemId, branchId, userId }: Pick<AdmissionRow, 'id' | 'itemId' | 'branchId' | 'userId'>,
  { at, movedFrom }: { at: Date; movedFrom?: Date }
): Promise<boolean> => {
  const [about] = await tx.db
    .select({ number: orders.number, name: orderItems.name, supplier: suppliers.name })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(branches, eq(branches.id, branchId))
    .innerJoin(suppliers, eq(suppliers.id, branches.supplierId))
    .where(eq(orderItems.id, itemId))
  if (!about) throw new Error(`the order of ticket ${id} was not found`)
  const from = movedFrom && movedFrom.getTime()
  return notifyQuietly(tx, userId, {
    kind: 'ticket',
    subject: [about.number, ...(from === undefined ? [] : [from]), at.getTime()].join(':'),
    words: ticketNoticeWords({ ...about, at: at.getTime(), ...(from !== undefined && { movedFrom: from }) }),
    template: (words, locale, siteUrl) => ticketTemplate(words, locale, siteUrl, tx.now()),
    path: orderPath(about.number),
    tag: `ticket-${about.number}`,
    expiresAt: at
  })
}
