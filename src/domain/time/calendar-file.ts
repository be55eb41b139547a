import type { Instant } from './yerevan-time.ts'

/** Something with a time. `id` is its own in all calendars; without `to` only its beginning is known. */
export interface CalendarEvent {
  id: string
  title: string
  place: string
  from: Instant
  to?: Instant
}

/** Writes events as a file that calendars read (RFC 5545, text/calendar). `now`: when it is written. */
export const calendarFile = (events: readonly CalendarEvent[], now: Instant): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shuka//Shuka//EN',
    ...events.flatMap(({ id, title, place, from, to }) => [
      'BEGIN:VEVENT',
      `UID:${textOf(id)}@shuka`,
      `DTSTAMP:${momentOf(now)}`,
      `DTSTART:${momentOf(from)}`,
      ...(to === undefined ? [] : [`DTEND:${momentOf(to)}`]),
      `SUMMARY:${textOf(title)}`,
      `LOCATION:${textOf(place)}`,
      'END:VEVENT'
    ]),
    'END:VCALENDAR'
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

/** "20261227T080000Z" */
const momentOf = (ms: Instant): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const textOf = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\s*[\r\n]+\s*/g, String.raw`\n`)

const MAX_OCTETS = 75
const encoder = new TextEncoder()

/** A line has at most 75 octets; what is longer goes on in the next, after a space. */
const folded = (line: string): string => {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (octets + length > MAX_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += length
  }
  return text
}
