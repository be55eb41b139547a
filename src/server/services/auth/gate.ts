import type { Context } from '#server/context.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'
import { consumeSolution, createChallenge } from './challenge.ts'
import { countBelow, type Limit, type Running } from '#server/services/core/rate-limit.ts'

/** A limit shared with strangers. Past it a puzzle is required instead of a refusal: nobody can shut it for others. */
export interface SharedLimit extends Limit {
  /** How often the work may double as the count doubles; for what others cannot avoid it stays small. */
  maxDoublings: number
}

/** Doublings of the work for a count; null below the limit. */
const doublingsOf = ({ max, maxDoublings }: SharedLimit, count: number): number | null =>
  count < max ? null : Math.min(maxDoublings, Math.floor(Math.log2(count / max)))

/** What a call meets at the gate. */
export interface GateCall {
  limits: readonly SharedLimit[]
  running: ReadonlyMap<string, Running>
  /** The header of the call; '' for none. */
  solution: string
  /** The work itself has no place left for strangers. */
  isBusy?: boolean
}

/**
 * Counts a call against shared limits. Returns whether it brought a solution. CHALLENGE_REQUIRED when one is full, or the work is busy, and
 * the call brings no solved challenge; calls refused so are not counted, so that they make nobody's puzzle harder.
 */
export const passGate = async (ctx: Context, { limits, running, solution, isBusy = false }: GateCall): Promise<boolean> => {
  const doublings = limits.map((limit) => doublingsOf(limit, running.get(limit.key)?.count ?? 0)).filter((one) => one !== null)
  const isSolved = solution !== '' && (await consumeSolution(ctx, solution))
  if (!isSolved && (isBusy || doublings.length > 0)) throw await challengeRequired(ctx, Math.max(0, ...doublings))
  for (const limit of limits) if (!(await countBelow(ctx, limit, isSolved))) throw await challengeRequired(ctx, 0)
  return isSolved
}

/** Runs work that has a line of its own for solved challenges: strangers are asked for one where the work would refuse them. */
export const orChallenge = async <T>(ctx: Context, isStranger: boolean, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (isStranger && cause instanceof ServiceError && cause.type === 'NOT_READY') throw await challengeRequired(ctx, 0)
    throw cause
  }
}

/** The refusal with a puzzle for this caller. */
export const challengeRequired = async (ctx: Context, doublings: number): Promise<ServiceError> =>
  fail('CHALLENGE_REQUIRED', { data: await createChallenge(ctx, ctx.config.CHALLENGE_BITS + doublings) })
