import { CLOSES_SOON_MINUTES, openStateAt, type OpenStateAt, type Schedule } from '#domain/time/opening-hours.ts'
import { DAY_MINUTES, midnightOf, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'

export interface OpenStateUntil extends OpenStateAt {
  /** The state holds until then. */
  until: Instant
}

/** Where nothing changes within sight, it is looked at again after this. */
const RECHECK_MS = 60 * MINUTE

/** Opening hours of a branch, with the open state computed once for as long as it holds: lists ask it of every supplier. */
export class BranchSchedule implements Schedule {
  readonly week: Schedule['week']
  readonly exceptions: Schedule['exceptions']
  #cached: { from: Instant; until: Instant; state: OpenStateAt } | null = null

  constructor({ week, exceptions }: Schedule) {
    this.week = week
    this.exceptions = exceptions
  }

  /** What openStateAt answers. */
  stateAt(now: Instant): OpenStateUntil {
    let cached = this.#cached
    if (!cached || now < cached.from || now >= cached.until) {
      const state = openStateAt(this, now)
      // The reason for being closed is that of the day.
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
