import { CLOSES_SOON_MINUTES, openStateAt, type OpenStateAt, type Schedule } from '#domain/time/opening-hours.ts'
import { DAY_MINUTES, midnightOf, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'

export interface OpenStateUntil extends OpenStateAt {
  /** End of the time for which the state is valid. */
  until: Instant
}

/** Validity when no change is known. */
const RECHECK_MS = 60 * MINUTE

/** Opening hours of a branch with a cached open state, because lists need it for every supplier. */
export class BranchSchedule implements Schedule {
  readonly week: Schedule['week']
  readonly exceptions: Schedule['exceptions']
  #cached: { from: Instant; until: Instant; state: OpenStateAt } | null = null

  constructor({ week, exceptions }: Schedule) {
    this.week = week
    this.exceptions = exceptions
  }

  /** The cached result of openStateAt. */
  stateAt(now: Instant): OpenStateUntil {
    let cached = this.#cached
    if (!cached || now < cached.from || now >= cached.until) {
      const state = openStateAt(this, now)
      // Reasons for being closed apply to a day, so the state ends at midnight.
      const midnight = midnightOf(now) + DAY_MINUTES * MINUTE
      cached = this.#cached = { from: now, until: Math.min(state.changesAt ?? now + RECHECK_MS, midnight), state }
    }
    const { open, changesAt } = cached.state
    return {
      ...cached.state,
      closesSoon: open && changesAt !== null && changesAt - now <= CLOSES_SOON_MINUTES * MINUTE,
      until: cached.until
    }
  }
}

export const isOpenNow = ({ schedule }: { schedule: BranchSchedule }, now: Instant): boolean => schedule.stateAt(now).open
