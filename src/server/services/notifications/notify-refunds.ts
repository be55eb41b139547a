import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { toAmd } from '#domain/money.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { refundsOf } from '#server/services/payments/refund-rows.ts'
import { orderPath, refundNoticeWords, refundTemplate } from './notification-words.ts'
import { notify, type Addressee } from './notify.ts'

/** How late a message may arrive whose content stays true. */
export const MAX_LASTING_DELAY_MS = DAY_MINUTES * MINUTE

/**
 * Notifies a buyer about the money given back for an order, once per payment and whatever becomes of the order: always in the shop, outside
 * by the channels of confirmations. Staff does not call about it; an SMS takes the place of a call.
 */
export const notifyRefunds = async (
  tx: Context,
  person: Addressee | undefined,
  order: { id: number; number: string },
  chosen: readonly Channel[]
): Promise<void> => {
  if (!person) return
  const channels = new Set(chosen.map((channel) => (channel === CHANNEL.CALL ? CHANNEL.SMS : channel)))
  for (const { amount, reason, refundedAt, bankNumber } of await refundsOf(tx, order.id)) {
    if (!refundedAt) continue
    const words = refundNoticeWords(order.number, toAmd(amount), reason)
    const inserted = await tx.db
      .insert(schema.notifications)
      .values({ userId: person.id, kind: 'refund', subject: bankNumber, status: NOTIFICATION_STATUS.NEW, words, createdAt: refundedAt })
      .onConflictDoNothing()
      .returning({ id: schema.notifications.id })
    if (inserted.length === 0) continue
    await notify(tx, person, {
      template: refundTemplate(words, person.locale, tx.config.SITE_URL),
      channels,
      path: orderPath(order.number),
      tag: `refund-${bankNumber}`,
      expiresAt: new Date(refundedAt.getTime() + MAX_LASTING_DELAY_MS)
    })
  }
}
