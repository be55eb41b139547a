import type { OpenState } from '#contract/catalogue/branches.ts'
import type { Translate } from '#i18n/keys.ts'
import { daysBetween, instantOf, addDays, yerevan, type Instant } from '#domain/time/yerevan-time.ts'

/** The reason for being closed, as a sentence. */
export const closedText = ({ reason, exceptional, changesAt }: OpenState, t: Translate, now: Instant): string => {
  const lasts = changesAt === null || daysBetween(yerevan(now).date, yerevan(Date.parse(changesAt)).date) > 2
  if (reason === 'holiday' || (reason === 'non_working_day' && !(exceptional && lasts))) return t(`supplier:reason.${reason}`)
  return t(exceptional ? 'supplier:reason.temporary' : 'supplier:reason.close')
}

/**
 * Until when a page with these states is valid: the first change, or midnight where it says "tomorrow". The text also changes half an hour
 * before closing.
 */
export const trueUntil = (states: readonly OpenState[], now: Instant): Instant => {
  const midnight = instantOf(addDays(yerevan(now).date, 1), 0)
  const changes = states.flatMap(({ changesAt, status, closesSoon }) => {
    if (changesAt === null) return []
    const at = Date.parse(changesAt)
    return status === 0 && !closesSoon ? [at - 30 * 60_000] : [at]
  })
  return Math.min(midnight, ...changes.filter((at) => at > now))
}
