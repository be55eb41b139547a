import type { OpenState } from '#contract/catalogue.ts'
import type { Translate } from '#i18n/keys.ts'
import { daysBetween, instantOf, addDays, yerevan, type Instant } from '#domain/yerevan-time.ts'

/** "Opens at 10:00", "Opens tomorrow at 10:00", "Open until 23:00": what the state means at a moment. */
export const openingText = (open: OpenState, t: Translate, now: Instant): string => {
  const change = open.changesAt === null ? null : yerevan(Date.parse(open.changesAt))
  if (open.status === 0) {
    if (!change) return t('supplier:open')
    return t(open.closesSoon ? 'supplier:closesSoon' : 'supplier:openUntil', { time: change.time })
  }
  if (!change) return t('supplier:closed')
  const days = daysBetween(yerevan(now).date, change.date)
  if (days <= 0) return t('supplier:opensAt', { time: change.time })
  if (days === 1) return t('supplier:opensTomorrow', { time: change.time })
  return t('supplier:opensOn', { date: `${change.date.slice(8)}/${change.date.slice(5, 7)}`, time: change.time })
}

/** Why it is closed, as a sentence. A day off that lasts is none. */
export const closedText = ({ reason, exceptional, changesAt }: OpenState, t: Translate, now: Instant): string => {
  const lasts = changesAt === null || daysBetween(yerevan(now).date, yerevan(Date.parse(changesAt)).date) > 2
  if (reason === 'holiday' || (reason === 'non_working_day' && !(exceptional && lasts))) return t(`supplier:reason.${reason}`)
  return t(exceptional ? 'supplier:reason.temporary' : 'supplier:reason.close')
}

/**
 * Until when a page that shows these states is true: the first change, or midnight where it says "tomorrow".
 * Half an hour before closing the words change too.
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
