import type { Channel } from '#domain/notifications.ts'
import { toAmd } from '#domain/money.ts'
import { NOTIFICATION_STATUS, ORDER_STATUS } from '#domain/order-status.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { transferredFor } from '#server/services/payments/transfers/invoice.ts'
import { invoiceNoticeWords, invoicePath, invoiceTemplate } from './notification-words.ts'
import { withoutCalls } from './notify-refunds.ts'
import { notify, type Addressee } from './notify.ts'

type Unpaid = Pick<typeof schema.orders.$inferSelect, 'id' | 'number' | 'total' | 'status' | 'paymentId' | 'payBefore'>

/** Tells a business what it has to transfer and until when: once as it orders, and again after a part of it came. */
export const notifyInvoice = async (
  tx: Context,
  person: Addressee,
  { id, number, total, status, paymentId, payBefore }: Unpaid,
  chosen: readonly Channel[],
  at: Date
): Promise<void> => {
  if (status !== ORDER_STATUS.NEW_NOT_PAID || !payBefore || !methodOf(paymentId).invoiced) return
  const left = total - (await transferredFor(tx, id))
  const words = invoiceNoticeWords(number, toAmd(left), yerevan(payBefore.getTime() - 1).date)
  const inserted = await tx.db
    .insert(schema.notifications)
    .values({
      userId: person.id,
      kind: 'invoice',
      subject: `${number}/${left}`,
      status: NOTIFICATION_STATUS.NEW,
      words,
      createdAt: at
    })
    .onConflictDoNothing()
    .returning({ id: schema.notifications.id })
  if (inserted.length === 0) return
  await notify(tx, person, {
    template: invoiceTemplate(words, person.locale, tx.config.SITE_URL),
    channels: withoutCalls(chosen),
    path: invoicePath(number),
    tag: `invoice-${number}`,
    expiresAt: payBefore
  })
}
