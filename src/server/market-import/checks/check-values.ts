import { isDate } from '#domain/time/yerevan-time.ts'
import * as v from 'valibot'
import { fromAmd } from '#domain/money.ts'
import type { Words } from '#domain/locale.ts'
import { textFault } from './check-text.ts'
import { shown } from '#server/market-import/faults.ts'

// Schemas of values in market files. Messages say what was expected; only raw checks have whole sentences.

const expectationOf = (schema: { message?: unknown; pipe?: readonly { message?: unknown }[]; wrapped?: unknown } | undefined): string => {
  const message = schema?.message
  if (typeof message === 'string') return message
  return schema?.wrapped ? expectationOf(schema.wrapped as typeof schema) : 'this key'
}

/** An object with exactly these keys. */
export const record = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, (issue) => {
    const key = String(issue.path?.at(-1)?.key ?? '')
    if (issue.expected === 'never') return `no such key; known here: ${Object.keys(entries).join(', ')}`
    if (issue.expected === 'Object') return `the keys ${Object.keys(entries).join(', ')}`
    return expectationOf(entries[key] as Parameters<typeof expectationOf>[0])
  })

type Report = (keys: readonly (string | number)[], message: string) => void

/** A raw check over several values, which reports sentences with paths. */
export const across = <Value>(check: (value: Value, report: Report) => void) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    check(input, (keys, message) => {
      const path = keys.map((key) => ({ type: 'unknown' as const, origin: 'value' as const, input, key, value: undefined }))
      const [first, ...rest] = path
      addIssue({ message, input, path: first ? [first, ...rest] : undefined })
    })
  })

export const whole = (min: number, max: number) => {
  const message = `a whole number from ${min} to ${max}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))
}
export const decimal = (min: number, max: number) => {
  const message = `a number from ${min} to ${max}`
  return v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message))
}
export const MAX_AMD = 9_999_999
const AMOUNT = `AMD from 0 to ${MAX_AMD}, whole or with one decimal`
/** AMD in the file, hundredths in the output. */
export const amount = v.pipe(
  v.number(AMOUNT),
  v.minValue(0, AMOUNT),
  v.maxValue(MAX_AMD, AMOUNT),
  v.check((amd) => Number.isInteger(Math.round(amd * 1e6) / 1e5), AMOUNT),
  v.transform(fromAmd)
)
const PERCENT = 'a percentage from 0 to 100 with at most two decimals'
/** A percentage in the file, hundredths of a percent in the output. */
export const percent = v.pipe(
  v.number(PERCENT),
  v.minValue(0, PERCENT),
  v.maxValue(100, PERCENT),
  v.check((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), PERCENT),
  v.transform((value) => Math.round(value * 100))
)
export const oneOf = <const Names extends readonly string[]>(names: Names) => v.picklist(names, `one of ${names.join(', ')}`)
const DAY = 'a day such as 2026-11-20'
/** yyyy-mm-dd */
export const day = v.pipe(v.string(DAY), v.check(isDate, DAY))
export const flag = v.boolean('true or false')
export const matching = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message))
export const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const keyText = matching(KEY, 'a key of small latin letters, digits and single dashes')
export const list = <const Item extends v.GenericSchema>(item: Item, message: string) => v.array(item, message)

const language = (locale: keyof Words, maxLength: number, anyScript: boolean) =>
  v.pipe(
    v.string('text (numbers and true or false in quotes)'),
    across((text, report) => {
      const fault = textFault(text, locale, maxLength, anyScript)
      if (fault) report([], `is ${shown(text)}, expected ${fault}`)
    })
  )
/** A text in hy, en and ru. `anyScript`: a trade mark, which may be spelt the same everywhere. */
export const words = (maxLength: number, anyScript = false) =>
  record({ hy: language('hy', maxLength, anyScript), en: language('en', maxLength, anyScript), ru: language('ru', maxLength, anyScript) })

/** Multi-line markup in hy, en and ru; the text is checked, tags are not. */
export const markup = (maxLength: number) => {
  const part = (locale: keyof Words) =>
    v.pipe(
      v.string('markup'),
      across((text, report) => {
        const fault = textFault(text.replace(/\s+/g, ' ').trim(), locale, maxLength)
        if (fault) report([], `is ${shown(text)}, expected ${fault}`)
      })
    )
  return record({ hy: part('hy'), en: part('en'), ru: part('ru') })
}

/** Checks that keys in a list are unique. */
export const uniqueKeys = <Item extends { key: string }>() =>
  across<Item[]>((items, report) => {
    const first = new Map<string, number>()
    items.forEach(({ key }, index) => {
      const firstIndex = first.get(key)
      if (firstIndex === undefined) first.set(key, index)
      else report([index, 'key'], `${shown(key)} stands already at [${firstIndex}], expected every key once`)
    })
  })
