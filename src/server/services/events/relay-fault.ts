import { rootCause } from '#server/db/server-away.ts'
import { sqlState } from '#server/services/core/transaction.ts'

/** Errors of the program, and SQLSTATE classes about the data itself: the same event fails again. */
const PERMANENT = [TypeError, RangeError, ReferenceError]
const PERMANENT_STATES = /^(21|22|23)/

/** Tells faults that may pass (a database or table out of reach, a time limit, a lost race) from those of the event itself. */
export const faultOf = (cause: unknown): 'temporary' | 'permanent' => {
  const state = sqlState(cause)
  if (state) return PERMANENT_STATES.test(state) ? 'permanent' : 'temporary'
  const root = rootCause(cause)
  return PERMANENT.some((type) => root instanceof type) ? 'permanent' : 'temporary'
}

const MAX_LENGTH = 200

/** Describes a fault for operators. Messages about data (class 22, 23) may quote a person's data, so only their state is named. */
export const reasonOf = (cause: unknown): string => {
  const state = sqlState(cause)
  const root = rootCause(cause)
  const text = root instanceof Error ? root.message : String(root)
  const said = state && PERMANENT_STATES.test(state) ? 'the database refused the data' : text
  return [state, said].filter(Boolean).join(' ').slice(0, MAX_LENGTH)
}
