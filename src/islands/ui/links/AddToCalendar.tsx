import { useStore } from '@nanostores/react'
import { calendarFile, type CalendarEvent } from '#domain/time/calendar-file.ts'
import { $clock } from '#stores/clock.ts'

/** A file for the calendar with what of it is still to come; nothing when it is over. `name`: of the file, without its ending. */
export const AddToCalendar = ({ name, events, label }: { name: string; events: readonly CalendarEvent[]; label: string }) => {
  const now = useStore($clock)
  const coming = events.filter(({ from }) => from > now)
  if (coming.length === 0) return null
  return (
    <a
      className="button"
      download={`${name}.ics`}
      href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(coming, now))}`}
    >
      {label}
    </a>
  )
}
