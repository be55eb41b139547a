import type { Context } from '#server/context.ts'
import { fail, type ServiceError } from '#server/services/core/fail.ts'
import { consumeSolution, createChallenge } from './challenge.ts'
import { countBelow, countsOf, type Limit } from './rate-limit.ts'

/** A limit shared with strangers. Past it a puzzle is required instead of a refusal: nobody can shut it for others. */
export interface SharedLimit extends Limit {
  /** How often the work may double as the count doubles; for what others cannot avoid it stays small. */
  maxDoublings: number
}

/** Doublings of the work for a count; null below the limit. */
const doublingsOf = ({ max, maxDoublings }: SharedLimit, count: number): number | null =>
  count < max ? null : Math.min(maxDoublings, Math.floor(Math.log2(count / max)))

/**
 * Counts a call against shared limits. Returns whether it brought a solution. CHALLENGE_REQUIRED when one is full, or the work `isBusy`, and the call brings no solved challenge; calls refused so are not
 * counted, so that they make nobody's puzzle harder.
 */
export const passGate = async (ctx: Context, limits: SharedLimit[], solution: string, isBusy = false): Promise<boolean> => {
  const counts = await countsOf(ctx, limits)
  const doublings = limits.map((limit) => doublingsOf(limit, counts.get(limit.key) ?? 0)).filter((one) => one !== null)
  const isFull = isBusy || doublings.length > 0
  const isSolved = isFull && (await consumeSolution(ctx, solution))
  if (isFull && !isSolved) throw await challengeRequired(ctx, Math.max(0, ...doublings))
  for (const limit of limits) if (!(await countBelow(ctx, limit, isSolved))) throw await challengeRequired(ctx, 0)
  return isSolved
}

const challengeRequired = async (ctx: Context, doublings: number): Promise<ServiceError> =>
  fail('CHALLENGE_REQUIRED', { data: await createChallenge(ctx, ctx.config.CHALLENGE_BITS + doublings) })
