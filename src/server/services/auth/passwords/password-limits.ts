import type { Context } from '#server/context.ts'
import { requesterOf } from '#server/services/auth/codes/requester.ts'
import { countAll, networkOf, tooMany } from '#server/services/auth/codes/code-limits.ts'
import { clearLimits, countLimit, takeSlot } from '#server/services/auth/rate-limit.ts'

const HOUR = 3_600
const DAY = 86_400
/** Wrong tries before the first pause. */
const FREE_TRIES = 5
/** Higher than per person: many people share one address behind a provider's network. */
const ADDRESS_FACTOR = 10

/** Who tries (browser or address) and for which account. Pauses are per pair, so that a stranger's tries do not lock the owner out. */
export interface PasswordTry {
  account: string
  ip: string
}

const keysOf = (ctx: Context, { account, ip }: PasswordTry) => {
  const pair = `${ip ? networkOf(ip) : requesterOf(ctx)} ${account}`
  return { tries: `password:tries:${pair}`, wait: `password:wait:${pair}` }
}

/** Counts one password against every limit, before it is compared. TOO_MANY_REQUESTS with `retryAfter`: pauses double from the sixth try on. */
export const countPassword = async (ctx: Context, attempt: PasswordTry): Promise<void> => {
  const { config } = ctx
  const caller = requesterOf(ctx)
  await countAll(ctx, [
    ...(caller ? [{ key: `password:caller:${caller}`, seconds: HOUR, max: config.PASSWORD_PER_CALLER_HOUR }] : []),
    ...(attempt.ip
      ? [{ key: `password:ip:${networkOf(attempt.ip)}`, seconds: HOUR, max: config.PASSWORD_PER_CALLER_HOUR * ADDRESS_FACTOR }]
      : [])
  ])
  const { tries, wait } = keysOf(ctx, attempt)
  if ((await countLimit(ctx, { key: tries, seconds: DAY, max: FREE_TRIES })) !== null) {
    const slot = await takeSlot(ctx, wait, config.PASSWORD_WAIT_SECONDS)
    if (!slot.allowed) throw tooMany(slot.retryAfter)
  }
  await countAll(ctx, [
    { key: `password:contact:${attempt.account}`, seconds: DAY, max: config.PASSWORD_PER_CONTACT_DAY },
    { key: 'password:all', seconds: HOUR, max: config.PASSWORD_PER_HOUR }
  ])
}

/** Clears the pauses of a pair after a right password. */
export const forgivePasswords = (ctx: Context, attempt: PasswordTry): Promise<void> => {
  const { tries, wait } = keysOf(ctx, attempt)
  return clearLimits(ctx, [tries, wait])
}
