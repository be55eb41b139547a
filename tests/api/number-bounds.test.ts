import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, schemas } from '#contract/index.ts'
import { endpointsOf, type Endpoint } from '#contract/endpoint.ts'
import { MAX_INTEGER } from '#contract/fields.ts'
import { inputsWith, type CallInput } from '#tests/access/inputs.ts'
import { makeVictim, PRODUCT, type Victim } from '#tests/access/world.ts'
import { startApi, type Client, type RawReply, type TestApi } from '#tests/support/api.ts'
import { assertProper } from '#tests/support/hostile.ts'
import { numberFields } from '#tests/support/number-fields.ts'

/** As they stand in a body; in a path and a query they are texts. */
const NUMBERS = [String(2 ** 31), String(2 ** 53), '-1', '1e309', 'NaN', '0.5', String(2 ** 15)]
const PARTS = ['params', 'query', 'body'] as const
type Part = (typeof PARTS)[number]

const fields = Object.entries(contract).flatMap(([noun, ofNoun]) =>
  endpointsOf(ofNoun).flatMap(([name, endpoint]) => {
    const parts = (schemas as Record<string, Record<string, Partial<Record<Part, v.GenericSchema>>>>)[noun]?.[name] ?? {}
    return PARTS.flatMap((part) =>
      numberFields(parts[part]).map(({ path, schema }) => ({ key: `${noun}.${name}`, endpoint, part, path, schema }))
    )
  })
)
/** Ids of what the database counts as bigint. */
const LARGE = new Set(['notifications.read body ids.0', 'notifications.read body upTo'])

describe('every number of the contract has its bounds', () => {
  test.each(fields)('$key $part $path', ({ key, part, path, schema }) => {
    const most = LARGE.has(`${key} ${part} ${path}`) ? Number.MAX_SAFE_INTEGER : MAX_INTEGER
    const typed = [Infinity, -Infinity, Number.NaN, 2 ** 31, 2 ** 53, 1e15, -1e15]
    const taken = [...typed, ...typed.map(String)].map((value) => v.safeParse(schema, value)).filter(({ success }) => success)
    for (const { output } of taken) expect(Math.abs(Number(output))).toBeLessThanOrEqual(most)
  })

  test('there are many: none is overlooked', () => {
    expect(fields.length).toBeGreaterThan(100)
  })
})

describe('no number ends in a fault', () => {
  let api: TestApi
  let victim: Victim
  let inputs: Record<string, CallInput>

  beforeAll(async () => {
    api = await startApi({ env: { PIN_WAIT_SECONDS: '0' } })
    // Hundreds of calls of one person: the limits are not what is tried here.
    api.kernel.limit = Object.assign(() => true, { networks: () => true })
    victim = await makeVictim(api)
    const productId = await api.product(PRODUCT.supplier, PRODUCT.code)
    inputs = { ...inputsWith(victim, productId), 'baskets.replace': { body: { items: [{ productId, quantity: 1 }] } } }
  })
  afterAll(async () => {
    expect(api.errors).toEqual([])
    await api.close()
  })

  const calls = fields.filter(({ endpoint }) => !endpoint.stream && !endpoint.navigation)
  test.each(calls)('$key $part $path', async ({ key, endpoint, part, path }) => {
    for (const number of NUMBERS) {
      const reply = await send(victim.client, endpoint, inputs[key] ?? {}, { part, path, number })
      assertProper(reply, `${key} ${part} ${path} = ${number}: ${JSON.stringify(reply.envelope.messages)}`)
      const [refusal] = reply.envelope.messages
      // What is refused is this number: the value arrived where it was to arrive.
      if (refusal?.type === 'BAD_REQUEST') expect(`${path} body`, `${key} ${number}`).toContain(refusal.field)
    }
  })
})

interface Place {
  part: Part
  path: string
  number: string
}

/** One call with a number at a place of its input. */
const send = (client: Client, endpoint: Endpoint, input: CallInput, { part, path, number }: Place): Promise<RawReply> => {
  const params = { ...input.params, ...(part === 'params' ? { [path]: number } : {}) }
  const query = { ...input.query, ...(part === 'query' ? { [path]: number } : {}) }
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = part === 'body' ? withNumber(input.body ?? {}, path, number) : input.body && JSON.stringify(input.body)
  return client.raw(endpoint.method, `${url}?${search.toString()}`, { headers, ...(body === undefined ? {} : { text: body }) })
}

/** JSON with a number as it is written: 1e309 and NaN cannot be made by JSON.stringify. */
const withNumber = (body: object, path: string, number: string): string => {
  const mark = 'the-number'
  const copy = structuredClone(body) as Record<string, unknown>
  const keys = path.split('.')
  let at = copy
  for (const [index, key] of keys.slice(0, -1).entries()) {
    at[key] ??= /^\d+$/.test(keys[index + 1] ?? '') ? [] : {}
    at = at[key] as Record<string, unknown>
  }
  at[keys.at(-1) ?? ''] = mark
  return JSON.stringify(copy).replace(`"${mark}"`, number)
}
