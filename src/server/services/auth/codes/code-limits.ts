import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Contact } from '#server/services/auth/contact.ts'
import { countLimit, fullFor, takeTurn, type Limit } from '#server/services/auth/rate-limit.ts'

const HOUR = 3_600
const DAY = 86_400

interface CodeRequest extends Contact {
  /** Anonymous id, or the person's when there is none. */
  caller: string
  ip: string
}

export const waitKey = (contact: string): string => `pin:wait:${contact}`

/** Who asks comes first: one caller can then use up little of what all share. */
const callerLimits = ({ caller, ip }: CodeRequest, config: Config): Limit[] => [
  ...(caller ? [{ key: `pin:caller:${caller}`, seconds: HOUR, max: config.PIN_PER_CALLER_HOUR }] : []),
  ...(ip ? [{ key: `pin:ip:${networkOf(ip)}`, seconds: HOUR, max: config.PIN_PER_CALLER_HOUR }] : [])
]

/** Half of a contact's day for any one caller: somebody who plays with a stranger's number leaves its owner the rest. */
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
 * Counts one code against every limit. Seconds until the next one for this contact; TOO_MANY_REQUESTS with `retryAfter`. Pairs are looked at
 * before the turn, which would make the owner wait, and counted after it, so that impatience costs nobody their day.
 */
export const countCode = async (ctx: Context, asker: CodeRequest): Promise<number> => {
  await countAll(ctx, callerLimits(asker, ctx.config))
  const pairs = pairLimits(asker, ctx.config)
  const full = await fullFor(ctx, pairs)
  if (full !== null) throw tooMany(full)
  const turn = await takeTurn(ctx, waitKey(asker.contact), ctx.config.PIN_WAIT_SECONDS)
  if (!turn.taken) throw tooMany(turn.retryAfter)
  await countAll(ctx, [...pairs, ...contactLimits(asker, ctx.config)])
  return turn.retryAfter
}

/** In order, up to the first that is full: a refused try takes nothing from the limits behind it. */
export const countAll = async (ctx: Context, limits: Limit[]): Promise<void> => {
  for (const limit of limits) {
    const retryAfter = await countLimit(ctx, limit)
    if (retryAfter !== null) throw tooMany(retryAfter)
  }
}

export const tooMany = (retryAfter: number) => fail('TOO_MANY_REQUESTS', { vars: { retryAfter }, data: { retryAfter } })

/** An IPv6 customer has a /64 to choose addresses from, so that is what counts; IPv4 as it is. */
export const networkOf = (ip: string): string => {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
