import { daysBetween, yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import type { Translate } from './keys.ts'

/** Part of OpenState in the contract. status: 0 open, 1 closed; changesAt: ISO time of the next change, null when unknown. */
interface Opening {
  status: 0 | 1
  changesAt: string | null
  closesSoon: boolean
}

/** "Opens at 10:00", "Opens tomorrow at 10:00", "Open until 23:00": the state at a given time. Uses namespace `supplier`. */
export const openingText = (open: Opening, t: Translate, now: Instant): string => {
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
