import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Contact } from '#server/services/auth/contact.ts'
import { countLimit, fullFor, takeSlot, type Limit } from '#server/services/auth/rate-limit.ts'

const HOUR = 3_600
const DAY = 86_400

interface CodeRequest extends Contact {
  /** The anonymous id, or the person's id when there is none. */
  caller: string
  ip: string
}

export const waitKey = (contact: string): string => `pin:wait:${contact}`

/** Limits of one caller come first, so that one caller cannot use up the shared ones. */
const callerLimits = ({ caller, ip }: CodeRequest, config: Config): Limit[] => [
  ...(caller ? [{ key: `pin:caller:${caller}`, seconds: HOUR, max: config.PIN_PER_CALLER_HOUR }] : []),
  ...(ip ? [{ key: `pin:ip:${networkOf(ip)}`, seconds: HOUR, max: config.PIN_PER_CALLER_HOUR }] : [])
]

/** One caller gets half of a contact's daily limit: somebody who requests codes for a stranger's number leaves the owner the rest. */
const pairLimits = ({ contact, caller, ip }: CodeRequest, config: Config): Limit[] =>
  [caller, ip && networkOf(ip)]
    .filter((name) => name !== '')
    .map((name) => ({ key: `pin:pair:${name} ${contact}`, seconds: DAY, max: Math.ceil(config.PIN_PER_CONTACT_DAY / 2) }))

const contactLimits = ({ type, contact }: CodeRequest, config: Config): Limit[] => [
  { key: `pin:day:${contact}`, seconds: DAY, max: config.PIN_PER_CONTACT_DAY },
  ...(type === 'phone' ? [{ key: `pin:prefix:${contact.slice(1, 7)}`, seconds: HOUR, max: config.PIN_PER_PREFIX_HOUR }] : []),
  { key: 'pin:all', seconds: HOUR, max: config.PIN_PER_HOUR }
]

/**
 * Counts one code against every limit. Returns the seconds until the next one for this contact; TOO_MANY_REQUESTS with `retryAfter`. Limits
 * per pair are checked before the contact's pause and counted after it, so that refused tries do not use up the day.
 */
export const countCode = async (ctx: Context, request: CodeRequest): Promise<number> => {
  await countAll(ctx, callerLimits(request, ctx.config))
  const pairs = pairLimits(request, ctx.config)
  const full = await fullFor(ctx, pairs)
  if (full !== null) throw tooMany(full)
  const slot = await takeSlot(ctx, waitKey(request.contact), ctx.config.PIN_WAIT_SECONDS)
  if (!slot.allowed) throw tooMany(slot.retryAfter)
  await countAll(ctx, [...pairs, ...contactLimits(request, ctx.config)])
  return slot.retryAfter
}

/** Counts in order up to the first full limit: a refused try does not count against the limits after it. */
export const countAll = async (ctx: Context, limits: Limit[]): Promise<void> => {
  for (const limit of limits) {
    const retryAfter = await countLimit(ctx, limit)
    if (retryAfter !== null) throw tooMany(retryAfter)
  }
}

export const tooMany = (retryAfter: number) => fail('TOO_MANY_REQUESTS', { vars: { retryAfter }, data: { retryAfter } })

/** An IPv6 customer has a whole /64, so the prefix is counted; IPv4 addresses are counted as they are. */
export const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!address.includes(':')) return address
  const [start = '', tail] = address.toLowerCase().split('::')
  const groups = start.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
