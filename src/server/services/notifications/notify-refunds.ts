import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { storeCreditOf } from '#server/services/payments/methods.ts'
import { refundsOf } from '#server/services/payments/refund-rows.ts'
import { loweredNoticeWords, loweredTemplate, orderPath, payoutTemplate, refundNoticeWords, refundTemplate } from './notification-words.ts'
import { notify, type Addressee } from './notify.ts'

/** How late a message may arrive whose content stays true. */
export const MAX_LASTING_DELAY_MS = DAY_MINUTES * MINUTE

/** Staff does not call about money; an SMS takes the place of a call. */
export const withoutCalls = (chosen: readonly Channel[]): Set<Channel> =>
  new Set(chosen.map((channel) => (channel === CHANNEL.CALL ? CHANNEL.SMS : channel)))

/** Whom to notify, by person, and how. */
interface Payers {
  people: ReadonlyMap<number, Addressee>
  channelsFor: (userId: number) => { confirmation: readonly Channel[] }
}

/**
 * Notifies whoever paid about the money given back for an order, once per refund and whatever becomes of the order: always in the shop,
 * outside by the channels of confirmations. What a person has to pay back is announced before.
 */
export const notifyRefunds = async (
  tx: Context,
  order: { id: number; number: string; userId: number },
  { people, channelsFor }: Payers
): Promise<void> => {
  const all = await refundsOf(tx, order.id)
  for (const { id, paymentId, amount, reason, requestedAt, refundedAt, bankNumber, payerId, asPoints, inWallet, methodId } of all) {
    const person = people.get(payerId)
    if (!person || (!refundedAt && paymentId !== null)) continue
    const channels = withoutCalls(channelsFor(payerId).confirmation)
    const isFirst = paymentId !== null && all.find((refund) => refund.paymentId === paymentId)?.id === id
    const subject = isFirst && bankNumber ? bankNumber : `${bankNumber ?? order.number}/${id}`
    const [kind, at] = refundedAt ? (['refund', refundedAt] as const) : (['payout', requestedAt] as const)
    const credited = asPoints ? 'points' : inWallet ? 'corporateWallet' : null
    // Whoever paid a share of a group order may have nothing to do with its page any more, on which store credit is taken.
    const as = refundedAt ? credited : payerId === order.userId ? storeCreditOf(methodId) : null
    const words = refundNoticeWords(order.number, toAmd(amount), reason, as)
    const inserted = await tx.db
      .insert(schema.notifications)
      .values({ userId: person.id, kind, subject, status: NOTIFICATION_STATUS.NEW, words, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: schema.notifications.id })
    if (inserted.length === 0) continue
    await notify(tx, person, {
      template: (kind === 'refund' ? refundTemplate : payoutTemplate)(words, person.locale, tx.config.SITE_URL),
      channels,
      path: orderPath(order.number),
      tag: `${kind}-${subject}`,
      expiresAt: new Date(at.getTime() + MAX_LASTING_DELAY_MS)
    })
  }
}

/** Notifies a buyer that less is to be paid at the door, once for each price, as notifyRefunds does. Every lower price is another one. */
export const notifyLowered = async (
  tx: Context,
  person: Addressee,
  { number, total, takenOff }: { number: string; total: Amount; takenOff: Amount },
  chosen: readonly Channel[],
  at: Date
): Promise<void> => {
  if (takenOff === 0) return
  const subject = `${number}/${total}`
  const words = loweredNoticeWords(number, toAmd(takenOff), toAmd(total))
  const inserted = await tx.db
    .insert(schema.notifications)
    .values({ userId: person.id, kind: 'lowered', subject, status: NOTIFICATION_STATUS.NEW, words, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: schema.notifications.id })
  if (inserted.length === 0) return
  await notify(tx, person, {
    template: loweredTemplate(words, person.locale, tx.config.SITE_URL),
    channels: withoutCalls(chosen),
    path: orderPath(number),
    tag: `lowered-${number}`,
    expiresAt: new Date(at.getTime() + MAX_LASTING_DELAY_MS)
  })
}
