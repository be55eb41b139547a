import * as v from 'valibot'
import { SUPPLIER_KINDS } from '#domain/enums.ts'
import { searchTerm } from '#domain/search/term.ts'
import type { Endpoint, Shapes } from './endpoint.ts'

/** A schema with any input and output T. */
export type SchemaOf<T> = v.GenericSchema<never, T> | v.GenericSchema<unknown, T>
type PartSchemas<S extends Shapes> = {
  [P in 'params' | 'query' | 'body' as P extends keyof S ? (S[P] extends object ? P : never) : never]: SchemaOf<S[P]>
}
/** Schemas of one noun's endpoints: a missing or wrong one is a compile error. */
export type SchemasOf<N> = {
  [K in keyof N as N[K] extends Endpoint<infer S> ? (keyof PartSchemas<S> extends never ? never : K) : never]: N[K] extends Endpoint<
    infer S
  >
    ? PartSchemas<S>
    : never
}

/** The largest `integer` of the database. */
export const MAX_INTEGER = 2_147_483_647
const MAX_SMALLINT = 32_767

/** Query and path values are strings. */
export const numberish = v.pipe(
  v.union([v.pipe(v.string(), v.trim(), v.regex(/^-?\d{1,15}(\.\d{1,12})?$/)), v.number()]),
  v.transform(Number),
  v.number(),
  v.finite()
)
export const wholeNumber = v.pipe(numberish, v.integer())
/** A database id. */
export const id = v.pipe(wholeNumber, v.minValue(1), v.maxValue(MAX_INTEGER))
/** The same in a JSON body, where it is a number. */
export const bodyId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INTEGER))
/** A number of one of the fixed lists (payment methods, wallets, countries); it is stored as smallint. */
export const listNumber = v.pipe(wholeNumber, v.minValue(0), v.maxValue(MAX_SMALLINT))
export const bodyListNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SMALLINT))
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['0', '1', 'true', 'false']), v.picklist([0, 1])]),
  v.transform((value) => value === true || value === '1' || value === 'true' || value === 1)
)
export const skip = v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1_000_000)), 0)
/** A take above the cap is reduced to it, not refused. */
export const take = (fallback: number, cap: number) =>
  v.optional(
    v.pipe(
      wholeNumber,
      v.minValue(0),
      v.transform((value) => Math.min(value, cap))
    ),
    fallback
  )
/** A kind of suppliers by name, or all. */
export const kindOrAll = v.picklist(['all', ...SUPPLIER_KINDS])
/** A named function, so that a refusal can name the broken rule. */
export const isPlainLine = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text)
/** Invisible direction marks come with copied text and would reorder the text around it. */
const withoutDirectionMarks = v.transform((text: string) => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, ''))
/** One line of text without control characters, trimmed. */
export const line = (max: number) => v.pipe(v.string(), withoutDirectionMarks, v.trim(), v.maxLength(max), v.check(isPlainLine))
/** A search term is never refused: cut to 200 characters, one line, control characters removed. */
export const term = v.pipe(v.string(), v.transform(searchTerm))
/** Text of several lines. */
export const paragraph = (max: number) =>
  v.pipe(
    v.string(),
    withoutDirectionMarks,
    v.trim(),
    v.maxLength(max),
    v.check((value) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(value))
  )
export const latitude = v.pipe(numberish, v.minValue(-90), v.maxValue(90))
export const longitude = v.pipe(numberish, v.minValue(-180), v.maxValue(180))
/** An existing date: 2026-02-30 is refused. */
export const date = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
    return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  })
)
export const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** At least one field must be present: an empty object is probably a mistake. */
export const isNotEmpty = v.check((given: object) => Object.values(given).some((value) => value !== undefined))
