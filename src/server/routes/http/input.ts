import type { Context as HonoContext } from 'hono'
import qs from 'qs'
import * as v from 'valibot'
import { fail } from '#server/services/core/fail.ts'
import { allowedBy } from './allowed-by.ts'

export interface Schemas {
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
}

/** Query in nested brackets: at most 5 levels, 200 entries per array, 1,000 parameters (contract of the API). */
export const parseQuery = (search: string): Record<string, unknown> =>
  qs.parse(search.replace(/^\?/, ''), { depth: 5, arrayLimit: 200, parameterLimit: 1000, plainObjects: true, ignoreQueryPrefix: true })

/** Parses and validates the parts that have a schema. BAD_REQUEST names the invalid field and its allowed values. */
export const readInput = async (c: HonoContext, schemas: Schemas, isFile = false): Promise<object> => {
  const input: Record<string, unknown> = {}
  if (schemas.params) input.params = check(schemas.params, c.req.param())
  if (schemas.query) input.query = check(schemas.query, { ...parseQuery(searchOf(c.req.url)) })
  if (schemas.body) input.body = check(schemas.body, isFile ? await c.req.blob() : await readBody(c))
  return input
}

/** The same for the fields of a plain HTML form, which is a body of texts. */
export const readFields = (schemas: Schemas, fields: Readonly<Record<string, string>>): object =>
  schemas.body ? { body: check(schemas.body, fields) } : {}

/** Creating a URL object takes longer than parsing its query here. */
const searchOf = (url: string): string => {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at).replace(/#.*$/, '')
}

const readBody = async (c: HonoContext): Promise<unknown> => {
  const text = await c.req.text()
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Malformed JSON is refused as invalid input.
    throw fail('BAD_REQUEST', { field: 'body' })
  }
  // An array has none of the fields and would pass where all of them are optional.
  if (Array.isArray(value)) throw fail('BAD_REQUEST', { field: 'body' })
  return value
}

const check = (schema: v.GenericSchema, value: unknown): unknown => {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue)
  throw fail('BAD_REQUEST', { field: field ?? 'body', ...(field === null ? {} : { allowed: allowedBy(schema, field, issue) }) })
}
