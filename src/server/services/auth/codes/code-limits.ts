import type { Context } from '#server/context.ts'
import { networksOf, ownNetwork, type Network, type NetworkSize } from '#domain/limits/network.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Contact } from '#server/services/auth/contact.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { passGate, type SharedLimit } from '#server/services/auth/gate.ts'
import { browserOfAccounts, readKnownBrowser, type KnownBrowser } from '#server/services/auth/known-browser.ts'
import { countLimit, fullFor, readRunning, takeSlot, type Limit, type Running } from '#server/services/core/rate-limit.ts'
import { budgetLimit, contactLimit, forUnknownBrowsers } from '#server/services/messages/sms-limits.ts'
import { requesterOf } from './requester.ts'

const HOUR = 3_600
const DAY = 86_400
/** How many times the limit of one customer a network gets. */
const NETWORK_FACTORS: Readonly<Record<NetworkSize, number>> = { address: 1, street: 4, customer: 1, site: 2, operator: 3 }
/** Of an operator's network one customer is a small part, and cannot leave it: the work stays small. */
const NETWORK_DOUBLINGS: Readonly<Record<NetworkSize, number>> = { address: 6, street: 6, customer: 6, site: 6, operator: 2 }

interface CodeRequest extends Contact {
  /** Accounts with this contact. */
  accounts: readonly { id: number }[]
  from: Origin
}

/** Who asks: the browser that this contact's account knows, or a requester in networks. */
interface Caller {
  requester: string
  networks: readonly Network[]
  browser: KnownBrowser | null
}

/** The name by which pauses are counted: never that of a network, so that neighbours in it delay nobody. */
const nameOf = ({ requester, networks, browser }: Caller): string =>
  browser ? `browser ${browser.id}` : requester || (networks[0]?.name ?? '')

/** The shared limit of a network for an hour; `max`: of one customer. */
export const networkLimit = (key: string, { name, size }: Network, max: number): SharedLimit => ({
  key: `${key}:${name}`,
  seconds: HOUR,
  max: max * NETWORK_FACTORS[size],
  maxDoublings: NETWORK_DOUBLINGS[size]
})

const waitKey = (name: string, contact: string): string => `code:wait:${name} ${contact}`

/** Keys of the pauses that a sign-in from here ends. */
export const waitKeys = async (ctx: Context, contact: string, { ip, knownBrowser }: Origin): Promise<string[]> => {
  const browser = await readKnownBrowser(ctx, knownBrowser)
  const names = [requesterOf(ctx) || ownNetwork(ip), ...(browser ? [`browser ${browser.id}`] : [])]
  return names.map((name) => waitKey(name, contact))
}

/** Limits of one browser alone. */
const ownLimits = (ctx: Context, { requester, browser }: Caller): Limit[] =>
  [browser ? `browser ${browser.id}` : requester]
    .filter((name) => name !== '')
    .map((name) => ({ key: `code:caller:${name}`, seconds: HOUR, max: ctx.config.PIN_PER_CALLER_HOUR }))

/** One browser gets half of a contact's daily limit, a known one all of it. */
const pairLimits = (ctx: Context, contact: string, { requester, browser }: Caller): Limit[] => {
  const max = ctx.config.PIN_PER_CONTACT_DAY
  const pair = (name: string, most: number): Limit => ({ key: pairKey(name, contact), seconds: DAY, max: most })
  if (browser) return [pair(`browser ${browser.id}`, max)]
  return requester === '' ? [] : [pair(requester, Math.ceil(max / 2))]
}
const pairKey = (name: string, contact: string): string => `code:pair:${name} ${contact}`

/**
 * What browsers of one network share for one contact: a code in each pause, half of the daily limit, and the networks around it all of it.
 * Past that a puzzle, because the contact's owner may be among them.
 */
const sharedPairLimits = ({ config }: Context, contact: string, networks: readonly Network[]): SharedLimit[] => {
  const max = config.PIN_PER_CONTACT_DAY
  return [
    ...networks
      .slice(0, 1)
      .map(({ name }) => ({ key: `code:pause:${name} ${contact}`, seconds: config.PIN_WAIT_SECONDS, max: 1, maxDoublings: 2 })),
    ...networks.map(({ name, size }, index) => ({
      ...{ key: pairKey(name, contact), seconds: DAY, maxDoublings: NETWORK_DOUBLINGS[size] },
      max: index === 0 ? Math.ceil(max / 2) : max
    }))
  ]
}

/** Known contacts have a budget of their own, and mail another than SMS. */
const sharedLimits = ({ config }: Context, { type, contact, accounts }: CodeRequest, networks: readonly Network[]): SharedLimit[] => {
  const isKnown = accounts.length > 0
  return [
    ...networks.map((network) => networkLimit('code:network', network, config.PIN_PER_CALLER_HOUR)),
    { key: `code:contact:${contact}`, seconds: DAY, max: config.PIN_PER_CONTACT_DAY, maxDoublings: 2 },
    ...(type === 'phone' && !isKnown
      ? [{ key: `code:prefix:${contact.slice(1, 7)}`, seconds: HOUR, max: config.PIN_PER_PREFIX_HOUR, maxDoublings: 2 }]
      : []),
    { key: poolKey(type, isKnown), seconds: HOUR, max: config.PIN_PER_HOUR, maxDoublings: 2 }
  ]
}
const poolKey = (type: Contact['type'], isKnown: boolean): string => `code:pool:${type} ${isKnown ? 'known' : 'strangers'}`

/** What SMS may cost; they are counted where they are sent. */
const smsLimits = ({ config }: Context, { type, contact, accounts }: CodeRequest, browser: KnownBrowser | null): SmsLimits | null => {
  if (type !== 'phone') return null
  const limit = contactLimit(config, contact)
  return { contact: browser ? limit : forUnknownBrowsers(limit), budget: budgetLimit(config, accounts.length > 0) }
}
type SmsLimits = Record<'contact' | 'budget', Limit>

/** SMS_LIMIT_REACHED, for anybody: a puzzle pays for no SMS. */
const requireSms = (running: ReadonlyMap<string, Running>, { contact, budget }: SmsLimits): void => {
  const day = fullFor(running, [contact])
  const retryAfter = day ?? fullFor(running, [budget])
  if (retryAfter !== null)
    throw fail('SMS_LIMIT_REACHED', { field: 'contact', vars: day === null ? {} : { context: 'day' }, data: { retryAfter } })
}

/**
 * Counts one code against every limit. Returns the seconds until the next one for this caller and contact. TOO_MANY_REQUESTS with
 * `retryAfter` for what this caller did; CHALLENGE_REQUIRED for what others did, SMS_LIMIT_REACHED. A browser that the contact's account knows meets only its own limits.
 */
export const countCode = async (ctx: Context, request: CodeRequest): Promise<number> => {
  const { contact, accounts, from } = request
  const browser = browserOfAccounts(await readKnownBrowser(ctx, from.knownBrowser), accounts)
  const caller: Caller = { requester: requesterOf(ctx), networks: networksOf(from.ip), browser }
  const wait = waitKey(nameOf(caller), contact)
  const own = ownLimits(ctx, caller)
  const pairs = pairLimits(ctx, contact, caller)
  const { networks } = caller
  const shared = browser ? [] : [...sharedPairLimits(ctx, contact, networks), ...sharedLimits(ctx, request, networks)]
  const sms = smsLimits(ctx, request, browser)
  // One query for all: in a flood most calls end here.
  const running = await readRunning(ctx, [wait, ...[...own, ...pairs, ...shared, ...Object.values(sms ?? {})].map(({ key }) => key)])
  if (sms) requireSms(running, sms)
  const left = fullFor(running, own) ?? fullFor(running, pairs) ?? running.get(wait)?.left ?? null
  // A puzzle is asked for only where no pause would make its solution useless.
  if (left === null && !browser) await passGate(ctx, { limits: shared, running, from, contact })
  await countAll(ctx, own)
  if (left !== null) throw tooMany(left)
  const slot = await takeSlot(ctx, wait, ctx.config.PIN_WAIT_SECONDS)
  if (!slot.allowed) throw tooMany(slot.retryAfter)
  await countAll(ctx, pairs)
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
