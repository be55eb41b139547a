import type { Context } from '#server/context.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'
import { consumeSolution, createChallenge, type ChallengeUse } from './challenge.ts'
import type { Origin } from './device.ts'
import { countBelow, type Limit, type Running } from '#server/services/core/rate-limit.ts'

/** A limit shared with strangers. Past it a puzzle is required instead of a refusal: nobody can shut it for others. */
export interface SharedLimit extends Limit {
  /** How often the work may double as the count doubles; for what others cannot avoid it stays small. */
  maxDoublings: number
}

/** Doublings of the work for a count; null below the limit. */
const doublingsOf = ({ max, maxDoublings }: SharedLimit, count: number): number | null =>
  count < max ? null : Math.min(maxDoublings, Math.floor(Math.log2(count / max)))

/** Where a call comes from, and the header with its solution; '' for none. */
export type PuzzleOrigin = Pick<Origin, 'ip' | 'challengeSolution'>

/** What a call meets at the gate. */
export interface GateCall {
  limits: readonly SharedLimit[]
  running: ReadonlyMap<string, Running>
  from: PuzzleOrigin
  /** The contact or account that the call is about; '' for none. */
  contact: string
  /** The work itself has no place left for strangers. */
  isBusy?: boolean
}

/**
 * Counts a call against shared limits. Returns whether it brought a solution of at least the work demanded now. CHALLENGE_REQUIRED when a
 * limit is full, or the work is busy, and the call brings none; calls refused so are not counted, so that they make nobody's puzzle harder.
 */
export const passGate = async (ctx: Context, { limits, running, from, contact, isBusy = false }: GateCall): Promise<boolean> => {
  const doublings = limits.map((limit) => doublingsOf(limit, running.get(limit.key)?.count ?? 0)).filter((one) => one !== null)
  const use = useOf(ctx, from, contact, Math.max(0, ...doublings))
  const isSolved = await consumeSolution(ctx, from.challengeSolution, use)
  if (!isSolved && (isBusy || doublings.length > 0)) throw await challengeRequired(ctx, use)
  for (const limit of limits) if (!(await countBelow(ctx, limit, isSolved))) throw await challengeRequired(ctx, use)
  return isSolved
}

/** Throws CHALLENGE_REQUIRED unless the call brings a solution, which is consumed: for limits that are counted elsewhere. */
export const requireSolution = async (ctx: Context, from: PuzzleOrigin): Promise<void> => {
  const use = useOf(ctx, from)
  if (!(await consumeSolution(ctx, from.challengeSolution, use))) throw await challengeRequired(ctx, use)
}

/** What a challenge is made for when a call about nobody in particular meets a full limit. */
export const useOf = (ctx: Context, { ip }: Pick<Origin, 'ip'>, contact = '', doublings = 0): ChallengeUse => ({
  ip,
  contact,
  bits: ctx.config.CHALLENGE_BITS + doublings
})

/** Runs work that has a line of its own for solved challenges: where it would refuse, one is asked for. `use`: null for whom it just refuses. */
export const orChallenge = async <T>(ctx: Context, use: ChallengeUse | null, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (use && cause instanceof ServiceError && cause.type === 'NOT_READY') throw await challengeRequired(ctx, use)
    throw cause
  }
}

/** The refusal with a puzzle for this caller. */
export const challengeRequired = async (ctx: Context, use: ChallengeUse): Promise<ServiceError> =>
  fail('CHALLENGE_REQUIRED', { data: await createChallenge(ctx, use) })
