import { DeliveryFailed, DeliveryRefused } from '#server/adapters/delivery.ts'
import type { Context } from '#server/context.ts'
import type { MessageChannel } from '#server/db/schema/messages.ts'
import { workInSlots } from '#server/services/core/work-in-slots.ts'
import { claimDue, type MessageRow, type Urgency } from './claim.ts'
import { deliver } from './carry.ts'
import { markFailed, markLate, markSent, markWithheld, type GivenUp } from './mark.ts'
import { takeSms } from './sms-limits.ts'

const MAX_AT_ONCE = 10
/** Added to the sender's own time limit, for a slow database. */
const LEASE_MARGIN_MS = 30_000

/**
 * Sends due messages of one channel until none is left, at most ten at a time, codes first; returns those given up. A success is stored
 * whoever holds the claim by then, so that the message is not sent again; a process killed in between may resend it under the same id.
 */
export const sendDue = async (
  ctx: Context,
  channel: Exclude<MessageChannel, 'call'>,
  { urgency = 'all', goesOn = () => true }: { urgency?: Urgency; goesOn?: () => boolean } = {}
): Promise<GivenUp[]> => {
  const leaseMs = ctx.config.MESSAGE_TIMEOUT_SECONDS * 1000 + LEASE_MARGIN_MS
  const givenUp: GivenUp[] = []
  await workInSlots({
    atOnce: MAX_AT_ONCE,
    claim: (free) => claimDue(ctx, channel, free, leaseMs, urgency),
    work: async (message) => {
      const result = await sendOne(ctx, message)
      if (result) givenUp.push(result)
    },
    goesOn
  })
  return givenUp
}

const sendOne = async (ctx: Context, message: MessageRow): Promise<GivenUp | null> => {
  if (message.expiresAt && message.expiresAt.getTime() <= ctx.now()) {
    await markLate(ctx, message)
    return null
  }
  const place = message.channel === 'sms' ? await takeSms(ctx, message) : null
  if (place && 'reason' in place) {
    await markWithheld(ctx, message, place.reason)
    return null
  }
  let ref: string | null
  try {
    ref = await deliver(ctx, message)
  } catch (cause) {
    await place?.giveBack()
    const reason = cause instanceof DeliveryRefused || cause instanceof DeliveryFailed ? cause.message : 'internal error'
    return markFailed(ctx, message, {
      reason: reason.slice(0, 200),
      isFinal: cause instanceof DeliveryRefused,
      waitSeconds: cause instanceof DeliveryFailed ? cause.waitSeconds : 0
    })
  }
  await markSent(ctx, message, ref)
  return null
}
