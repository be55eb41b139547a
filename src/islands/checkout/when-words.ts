import type { Slot } from '#contract/baskets/calls.ts'
import { formatMinutes } from '#domain/time/date-format.ts'
import { formatDay, formatDayInside, formatTime } from '#i18n/dates.ts'
import type { Locale } from '#domain/locale.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Translate } from '#i18n/keys.ts'
import type { When } from '#stores/checkout/choices.ts'
import { today } from '#stores/clock.ts'
import type { Times } from '#stores/checkout/delivery-time.ts'

/** "14:00–14:30" */
export const slotTime = ({ from, to }: Pick<Slot, 'from' | 'to'>): string => `${formatTime(Date.parse(from))}–${formatTime(Date.parse(to))}`

/** "Today, 20/11, 14:00–14:30" */
export const slotWords = (slot: Slot, locale: Locale): string => `${formatDay(slot.date, today(), locale)}, ${slotTime(slot)}`

/** The same inside a sentence: "today, 20/11, 14:00–14:30". */
export const slotWordsInside = (slot: Slot, locale: Locale): string => `${formatDayInside(slot.date, today(), locale)}, ${slotTime(slot)}`

/** "tomorrow, 21/11, 10:00" of a moment in ISO 8601. */
export const momentWords = (iso: string, locale: Locale): string => {
  const at = yerevan(Date.parse(iso))
  return `${formatDayInside(at.date, today(), locale)}, ${at.time}`
}

/** "Now (25–35 min)", or the delivery window. */
export const whenWords = (when: When, times: Times, t: Translate, locale: Locale): string => {
  if (when.kind === 'slot') return slotWords(when.slot, locale)
  const now = times.state === 'ready' ? times.now : null
  return now ? t('checkout:inMinutes', { minutes: formatMinutes(now.from, now.to, locale) }) : t('checkout:now')
}
