import { eq } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { countBelow, uncount, type Limit } from '#server/services/core/rate-limit.ts'
import type { MessageRow } from './claim.ts'

const HOUR = 3_600
const DAY = 86_400
/** Of a contact's day: the rest is for its owner's browsers and for what the shop has to say. */
const UNKNOWN_BROWSERS_SHARE = 3 / 4

export const contactLimit = (config: Config, contact: string): Limit => ({
  key: `sms:contact:${contact}`,
  seconds: DAY,
  max: config.SMS_PER_CONTACT_DAY
})
export const budgetLimit = (config: Config, isKnown: boolean): Limit => ({
  key: `sms:budget:${isKnown ? 'known' : 'unknown'}`,
  seconds: HOUR,
  max: isKnown ? config.SMS_KNOWN_PER_HOUR : config.SMS_UNKNOWN_PER_HOUR
})
/** What others may use up of a contact's day. */
export const forUnknownBrowsers = (limit: Limit): Limit => ({ ...limit, max: Math.ceil(limit.max * UNKNOWN_BROWSERS_SHARE) })

/** A limit that leaves no SMS. */
export interface FullLimit {
  reason: 'limit of the contact' | 'limit of all known numbers' | 'limit of all unknown numbers'
}

/**
 * Counts an SMS before it is sent: the hard end of what SMS may cost, whatever they are about. Returns what is full; else how to give the
 * place back when the gateway did not take the message.
 */
export const takeSms = async (ctx: Context, { recipient }: MessageRow): Promise<FullLimit | { giveBack: () => Promise<void> }> => {
  const isKnown = await isKnownNumber(ctx, recipient)
  const contact = contactLimit(ctx.config, recipient)
  const budget = budgetLimit(ctx.config, isKnown)
  if (!(await countBelow(ctx, contact, false))) return { reason: 'limit of the contact' }
  if (await countBelow(ctx, budget, false)) return { giveBack: () => uncount(ctx, [contact.key, budget.key]) }
  await uncount(ctx, [contact.key])
  return { reason: isKnown ? 'limit of all known numbers' : 'limit of all unknown numbers' }
}

const isKnownNumber = async ({ db }: Context, phone: string): Promise<boolean> => {
  const { users } = schema
  return (await db.select({ id: users.id }).from(users).where(eq(users.phone, phone)).limit(1)).length > 0
}
