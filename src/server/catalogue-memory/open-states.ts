import { CLOSES_SOON_MINUTES, openStateAt, type OpenStateAt, type Schedule } from '#domain/time/opening-hours.ts'
import { DAY_MINUTES, midnightOf, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'

interface Known {
  from: Instant
  until: Instant
  state: OpenStateAt
}

/** Where nothing changes within sight, it is looked at again after this. */
const LOOK_AGAIN_MS = 60 * MINUTE
const known = new WeakMap<Schedule, Known>()

/** What openStateAt answers, worked out once for as long as it holds: lists ask it of every supplier. */
export const rememberedState = (schedule: Schedule, now: Instant): OpenStateAt & { until: Instant } => {
  let found = known.get(schedule)
  if (!found || now < found.from || now >= found.until) {
    const state = openStateAt(schedule, now)
    // The reason for being closed is that of the day.
    const midnight = midnightOf(now) + DAY_MINUTES * MINUTE
    found = { from: now, until: Math.min(state.changesAt ?? now + LOOK_AGAIN_MS, midnight), state }
    known.set(schedule, found)
  }
  const { open, changesAt } = found.state
  return { ...found.state, closesSoon: open && changesAt !== null && changesAt - now <= CLOSES_SOON_MINUTES * MINUTE, until: found.until }
}

export const isOpenNow = (schedule: Schedule, now: Instant): boolean => rememberedState(schedule, now).open
