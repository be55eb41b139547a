import type { Context } from '#server/context.ts'
import { announceGroupChange } from '#server/services/baskets/group/announce-change.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { isHeld, releaseUnpaid, setDue } from '#server/services/payments/tenders/payer-tenders.ts'
import { tendersOf } from '#server/services/payments/tender-rows.ts'
import { settleOrder } from '../settle-order.ts'
import { lockCollecting } from './shared-order.ts'

/**
 * The initiator takes over what a member owes; both then owe one sum each, the member nothing. The member's provider is asked first. Safe to
 * repeat. GROUP_ORDER_ACTION_FORBIDDEN for everybody else, NOT_FOUND, GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER.
 */
export const payForMember = async (ctx: Context, orderId: number, userId: number, memberId: number): Promise<void> => {
  const payer = await withTransaction(ctx, async (tx) => (await requireMember(tx, orderId, userId, memberId)).member.userId)
  await settleOrder(ctx, orderId, payer)
  await withTransaction(ctx, async (tx) => {
    const { order, member } = await requireMember(tx, orderId, userId, memberId)
    const tenders = await tendersOf(tx, orderId)
    const theirs = tenders.filter((tender) => tender.payerId === member.userId)
    const held = theirs.filter(isHeld)
    if (held.length === 0) {
      if (theirs.some(({ state }) => state === 'captured')) throw fail('GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER', { field: 'memberId' })
      return
    }
    const own = tenders.filter((tender) => isHeld(tender) && tender.payerId === userId)
    await releaseUnpaid(tx, held)
    await setDue(
      tx,
      orderId,
      userId,
      [...held, ...own].reduce((sum, { amount }) => sum + amount, 0),
      order.paymentId
    )
    await announceGroupChange(tx)
  })
  // Closes both pages at their banks.
  await settleOrder(ctx, orderId, payer)
}

const requireMember = async (tx: Context, orderId: number, userId: number, memberId: number) => {
  const { order, group } = await lockCollecting(tx, orderId)
  if (group.initiatorId !== userId) throw fail('GROUP_ORDER_ACTION_FORBIDDEN')
  const member = group.members.find(({ id }) => id === memberId)
  if (!member || member.userId === userId) throw fail('NOT_FOUND', { field: 'memberId' })
  return { order, member }
}
