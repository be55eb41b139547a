import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarFile } from '#domain/time/calendar-file.ts'
import { instantOf } from '#domain/time/yerevan-time.ts'

const NOW = instantOf('2026-12-01', '12:00')
const FROM = instantOf('2026-12-27', '12:00')

describe('a file for calendars', () => {
  it('has the time in UTC, what it is and where', () => {
    const file = calendarFile([{ id: 'R4HJ JNEW', title: 'A New Year’s Tale, Shogh', place: 'Shogh, 3 Tamanyan Street', from: FROM }], NOW)
    expect(file.split('\r\n')).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Shuka//Shuka//EN', 'BEGIN:VEVENT', 'UID:R4HJ JNEW@shuka'],
      ...['DTSTAMP:20261201T080000Z', 'DTSTART:20261227T080000Z', String.raw`SUMMARY:A New Year’s Tale\, Shogh`],
      ...[String.raw`LOCATION:Shogh\, 3 Tamanyan Street`, 'END:VEVENT', 'END:VCALENDAR', '']
    ])
    expect(calendarFile([{ id: '1', title: '', place: '', from: FROM, to: FROM + 7_200_000 }], NOW)).toContain('DTEND:20261227T100000Z')
  })
  it('keeps any words, in lines of at most 75 octets', () => {
    const words = fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !/[\r\n]/.test(text) && text.isWellFormed())
    fc.assert(
      fc.property(words, (title) => {
        const lines = calendarFile([{ id: '1', title, place: '', from: FROM }], NOW).split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const [, written] = /\r\nSUMMARY:([^\r]*)\r\n/.exec(lines.join('\r\n').replaceAll('\r\n ', '')) ?? []
        expect(written?.replaceAll(/\\([\\;,])/g, '$1')).toBe(title)
      })
    )
  })
  it('keeps line breaks as such', () => {
    expect(calendarFile([{ id: '1', title: 'One\r\nEND:VEVENT', place: '', from: FROM }], NOW)).toContain(
      String.raw`SUMMARY:One\nEND:VEVENT`
    )
  })
})
