import { networksOf, ownNetwork } from '#domain/limits/network.ts'
import type { Context } from '#server/context.ts'
import { countAll, networkLimit, tooMany } from '#server/services/auth/codes/code-limits.ts'
import { requesterOf } from '#server/services/auth/codes/requester.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { passGate, type SharedLimit } from '#server/services/auth/gate.ts'
import { browserOfAccounts, readKnownBrowser } from '#server/services/auth/known-browser.ts'
import type { Line } from './bounded-queue.ts'
import { isPasswordQueueFull } from './password.ts'
import { clearLimits, countLimit, readRunning, takeSlot } from '#server/services/core/rate-limit.ts'

const HOUR = 3_600
const DAY = 86_400
/** Wrong tries before the first pause. */
const FREE_TRIES = 5
/** Higher than per person: many people share one address behind a provider's network. */
const ADDRESS_FACTOR = 10

/** A password for an account, and where it comes from. Pauses are per pair, so that a stranger's tries do not lock the owner out. */
export interface PasswordTry {
  /** Name of the account in the limits. */
  account: string
  /** The accounts it may open. */
  accounts: readonly { id: number }[]
  from: Origin
}

/** A counted try. */
export interface CountedTry {
  tries: string
  wait: string
  line: Line
}

const sharedLimits = ({ config }: Context, { account, from }: PasswordTry): SharedLimit[] => {
  const max = config.PASSWORD_PER_CALLER_HOUR * ADDRESS_FACTOR
  return [
    ...networksOf(from.ip).map((network) => networkLimit('password:network', network, max)),
    { key: `password:contact:${account}`, seconds: DAY, max: config.PASSWORD_PER_CONTACT_DAY, maxDoublings: 2 },
    { key: 'password:all', seconds: HOUR, max: config.PASSWORD_PER_HOUR, maxDoublings: 2 }
  ]
}

/**
 * Counts one password against every limit, before it is compared. TOO_MANY_REQUESTS with `retryAfter` for this caller's own tries: pauses
 * double from the sixth on. CHALLENGE_REQUIRED for others' tries, which a browser known to the account does not meet.
 */
export const countPassword = async (ctx: Context, attempt: PasswordTry): Promise<CountedTry> => {
  const { config } = ctx
  const requester = requesterOf(ctx)
  const browser = browserOfAccounts(await readKnownBrowser(ctx, attempt.from.knownBrowser), attempt.accounts)
  const name = browser ? `browser ${browser.id}` : ownNetwork(attempt.from.ip) || requester
  const pair = `${name} ${attempt.account}`
  const [tries, wait] = [`password:tries:${pair}`, `password:wait:${pair}`]
  if (!browser && requester)
    await countAll(ctx, [{ key: `password:caller:${requester}`, seconds: HOUR, max: config.PASSWORD_PER_CALLER_HOUR }])
  const limits = browser ? [] : sharedLimits(ctx, attempt)
  const running = await readRunning(ctx, [wait, ...limits.map(({ key }) => key)])
  const left = running.get(wait)?.left
  if (left !== undefined) throw tooMany(left)
  const call = { limits, running, from: attempt.from, contact: attempt.account, isBusy: isPasswordQueueFull(ctx) }
  const isSolved = !browser && (await passGate(ctx, call))
  if ((await countLimit(ctx, { key: tries, seconds: DAY, max: FREE_TRIES })) !== null) {
    const slot = await takeSlot(ctx, wait, config.PASSWORD_WAIT_SECONDS)
    if (!slot.allowed) throw tooMany(slot.retryAfter)
  }
  return { tries, wait, line: browser ? 'known' : isSolved ? 'solved' : 'usual' }
}

/** Clears the pauses of a pair after a right password. */
export const forgivePasswords = (ctx: Context, { tries, wait }: Pick<CountedTry, 'tries' | 'wait'>): Promise<void> =>
  clearLimits(ctx, [tries, wait])
