import { afterAll, beforeAll, expect, test } from 'vitest'
import { min } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import { endpointsOf } from '#contract/endpoint.ts'
import { schema } from '#server/db/schema.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { createRandom, type Random } from '#tests/load/random.ts'
import type { TestApi } from '#tests/support/api.ts'
import { ledgerFaults } from '#tests/support/ledger.ts'
import { assertProper, STRANGE } from '#tests/support/hostile.ts'
import { pick } from '#tests/support/order-lives.ts'
import { startVictimCalls, type CallParts, type VictimCalls } from '#tests/support/victim-calls.ts'

/** CALLS=5000 in the environment makes more of them. */
const CALLS = Number(process.env['CALLS'] ?? (IS_FULL ? 1_000 : 200))
const TIMEOUT_MS = 120_000 + CALLS * 200
const MAX_CHANGES = 3
const MAX_DEPTH = 4

let api: TestApi
let call: VictimCalls['call']
beforeAll(async () => {
  ;({ api, call } = await startVictimCalls())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

const endpoints = Object.entries(contract).flatMap(([noun, all]) =>
  endpointsOf(all)
    .filter(([, { stream, navigation, file, maxFileBytes }]) => !stream && !navigation && !file && !maxFileBytes)
    .map(([name, endpoint]) => ({ id: `${noun}.${name}`, endpoint }))
)

const NUMBERS = [0, -0, 1, -1, 0.1, 1e-9, 2 ** 31, -(2 ** 31), 2 ** 53, -(2 ** 53), 1e308, Number.MAX_VALUE, Number.MIN_VALUE]
const ALPHABET = [...'aZ0 9.-_/\\\'"%&?=#[]{}<>;:,\n\r\t\u0000\u202e\u0301ՇուկаЯ֏🍕', '\ud83c', '\u{10ffff}']

/** Any value that JSON can carry. */
const anyValue = (random: Random, depth = 0): unknown => {
  const kind = Math.floor(random() * (depth < MAX_DEPTH ? 7 : 5))
  const several = Math.floor(random() * 5)
  if (kind === 0) return pick(random, NUMBERS)
  if (kind === 1) return Math.floor((random() - 0.5) * 10 ** Math.floor(random() * 16))
  if (kind === 2) return anyText(random)
  if (kind === 3) return pick(random, [null, true, false])
  if (kind === 4) return pick(random, STRANGE)
  if (kind === 5) return Array.from({ length: several }, () => anyValue(random, depth + 1))
  return Object.fromEntries(Array.from({ length: several }, () => [anyText(random), anyValue(random, depth + 1)]))
}
const anyText = (random: Random): string => Array.from({ length: Math.floor(random() ** 3 * 300) }, () => pick(random, ALPHABET)).join('')

/** One to three of the fields are something else, are gone, or are new; seldom the body is no object. */
const changed = (random: Random, { params, query, body }: CallParts): CallParts => {
  const parts = { params: { ...params }, query: { ...query }, body: { ...(body as Record<string, unknown>) } }
  for (let change = 0; change <= Math.floor(random() * MAX_CHANGES); change += 1) {
    const [, part] = pick(random, [...Object.entries(parts), ['body', parts.body] as const])
    const names = Object.keys(part)
    const name = names.length > 0 && random() < 0.9 ? pick(random, names) : anyText(random) || 'x'
    if (random() < 0.15) Reflect.deleteProperty(part, name)
    else Object.defineProperty(part, name, { value: anyValue(random), enumerable: true, configurable: true, writable: true })
  }
  return random() < 0.03 ? { ...parts, body: anyValue(random) ?? null } : parts
}

test(`${CALLS} random calls are answered or refused by a code, none by 500`, { timeout: TIMEOUT_MS }, async () => {
  const seed = Number(process.env['RANDOM_SEED'] ?? 29)
  const types = new Map<string, number>()
  for (let number = 0; number < CALLS; number += 1) {
    const { id, endpoint } = pick(createRandom(seed + number), endpoints)
    // A call that is repeated by somebody new is the same call.
    const { reply, type } = await call(id, endpoint, (good) => changed(createRandom(seed + number + 2 ** 20), good))
    assertProper(reply, `${id}, call ${number} of seed ${seed}`)
    types.set(type, (types.get(type) ?? 0) + 1)
  }
  // Most are refused by the schema; the others got as far as a service.
  expect(CALLS - (types.get('BAD_REQUEST') ?? 0)).toBeGreaterThan(CALLS / 5)
  const { products } = schema
  const [least] = await api.engine.db.select({ stock: min(products.stock) }).from(products)
  expect(least?.stock).toBeGreaterThanOrEqual(0)
  expect(await ledgerFaults(api)).toEqual([])
})
