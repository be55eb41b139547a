import { formatDay, formatTime } from '#i18n/dates.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { today } from '#stores/clock.ts'

/** "Tomorrow, 21/11, 10:00–12:00"; ISO +04:00. */
export const useWindowText = (): ((window: { from: string; to: string }) => string) => {
  const locale = useLocale()
  return ({ from, to }) => `${formatDay(from.slice(0, 10), today(), locale)}, ${formatTime(Date.parse(from))}–${formatTime(Date.parse(to))}`
}
