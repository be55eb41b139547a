import type { PinSent } from '#contract/auth.ts'
import type { PinType } from '#domain/enums.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { findByContact, readContact } from './contact.ts'
import { countPin } from './pin-limits.ts'
import { makePin, PIN_SECONDS } from './pin.ts'
import { pinMessage } from './pin-message.ts'

/**
 * Sends a code to a contact, known or not. BAD_REQUEST (contact), TOO_MANY_REQUESTS, USER_DEACTIVATED.
 * `ip` is the caller's address, '' when there is none.
 */
export const sendPin = async (ctx: Context, input: { type: PinType; contact: string }, ip: string): Promise<PinSent> => {
  const contact = readContact(input.type, input.contact)
  const { anonymousId } = ctx.actor
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const caller = anonymousId || (userId === null ? '' : `user ${userId}`)
  const retryAfter = await countPin(ctx, { ...contact, caller, ip })
  const known = await findByContact(ctx, contact)
  if (known?.deactivatedAt) throw fail('USER_DEACTIVATED')
  const pin = await makePin(ctx, contact)
  await ctx.adapters.messages.send({ ...pinMessage(ctx.locale, contact, pin), anonymousId, userId })
  return {
    contact: maskContact(contact.contact),
    type: contact.type,
    known: known !== null,
    retryAfter,
    expiresIn: PIN_SECONDS,
    outboxUrl: ctx.adapters.messages.simulated ? `/outbox?language=${ctx.locale}` : null
  }
}
