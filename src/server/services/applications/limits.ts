import { networksOf, type NetworkSize } from '#domain/limits/network.ts'
import type { Context } from '#server/context.ts'
import { countLimit, type Limit } from '#server/services/core/rate-limit.ts'
import { fail } from '#server/services/core/fail.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Applications an hour from a network: a household, an office, everybody behind one address of an operator. */
const PER_HOUR: Readonly<Record<NetworkSize, number>> = { address: 10, street: 40, customer: 10, site: 40, operator: 400 }
const PER_CONTACT_DAY = 5
/** Anybody can write somebody else's address into a form. */
const MAILS_PER_CONTACT_DAY = 3

/** Counts an application of a network and of each contact in it. TOO_MANY_REQUESTS, with the seconds to wait, past one of their limits. */
export const requireFewApplications = async (ctx: Context, ip: string, contacts: readonly string[]): Promise<void> => {
  const networks = ip === '' ? [] : networksOf(ip)
  const limits: Limit[] = [
    ...networks.map(({ name, size }) => ({ key: `applications @${name}`, seconds: HOUR_SECONDS, max: PER_HOUR[size] })),
    ...contacts.map((contact) => ({ key: `applications of ${contact}`, seconds: DAY_SECONDS, max: PER_CONTACT_DAY }))
  ]
  for (const limit of limits) {
    const retryAfter = await countLimit(ctx, limit)
    if (retryAfter !== null) throw fail('TOO_MANY_REQUESTS', { data: { retryAfter } })
  }
}

/** Counts a mail to an address that nobody has confirmed. Returns whether it may be sent. */
export const mayMail = async (ctx: Context, email: string): Promise<boolean> =>
  (await countLimit(ctx, { key: `application mail ${email}`, seconds: DAY_SECONDS, max: MAILS_PER_CONTACT_DAY })) === null
