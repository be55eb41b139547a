import { expect, test } from 'vitest'
import { openStateAt, type Schedule } from '#domain/time/opening-hours.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { BranchSchedule } from '#server/catalogue-memory/branch-schedule.ts'
import { NOON } from '#tests/support/clock.ts'

const day = (...spans: string[]) => Array.from({ length: 7 }, () => spans)
const SCHEDULES: Record<string, Schedule> = {
  'day and night': { week: day('00:00-24:00'), exceptions: [] },
  'a break at noon, and past midnight': { week: day('10:00-15:00', '17:00-02:00'), exceptions: [] },
  'closed at the weekend': { week: [...day('09:00-18:00').slice(0, 5), [], []], exceptions: [] },
  'a holiday tomorrow': {
    week: day('08:00-22:00'),
    exceptions: [{ from: '2026-11-21', to: '2026-11-22', reason: 'holiday', hours: [] }]
  },
  never: { week: day(), exceptions: [] }
}

test.each(Object.entries(SCHEDULES))('remembers what holds, and no longer: %s', (_, hours) => {
  const schedule = new BranchSchedule(hours)
  for (let at = NOON; at < NOON + 4 * 24 * 60 * MINUTE; at += 7 * MINUTE) {
    const { until, ...state } = schedule.stateAt(at)
    expect(state).toEqual(openStateAt(schedule, at))
    expect(until).toBeGreaterThan(at)
  }
})

test('a clock that is put back is believed', () => {
  const schedule = new BranchSchedule({ week: day('10:00-22:00'), exceptions: [] })
  const night = NOON + 11 * 60 * MINUTE
  expect([schedule.stateAt(night).open, schedule.stateAt(NOON).open]).toEqual([false, true])
})
