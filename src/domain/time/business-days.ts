import { DAY_MINUTES, MINUTE, yerevan, type Instant } from './yerevan-time.ts'

/** Public holidays of Armenia on which nobody works, mm-dd. They are not moved when they fall on a weekend. */
const HOLIDAYS = new Set(['01-01', '01-02', '01-06', '01-28', '03-08', '04-24', '05-01', '05-09', '05-28', '07-05', '09-21', '12-31'])
const SATURDAY = 5

const isBusinessDay = (ms: Instant): boolean => {
  const { date, weekday } = yerevan(ms)
  return weekday < SATURDAY && !HOLIDAYS.has(date.slice(5))
}

/** The same time of day so many Armenian business days later: Saturday, Sunday and public holidays do not count. */
export const addBusinessDays = (ms: Instant, days: number): Instant => {
  let at = ms
  for (let left = days; left > 0;) {
    at += DAY_MINUTES * MINUTE
    if (isBusinessDay(at)) left -= 1
  }
  return at
}
