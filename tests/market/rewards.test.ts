import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { edit, goodMarket, removeMarkets, writeMarket, type MarketFiles } from '#tests/support/market-files.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const REWARDS = 'rewards.yaml'
const REWARD = `- key: three-percent
  title: { hy: Երեք, en: Three, ru: Три }
  type: rate
  percent: 3
  from: 2026-11-01
  to: 2026-11-30
  cap: 1500
  suppliers: [first]
  liveDays: 180
`

const rule = (key: string, percent: number): string => `- key: ${key}
  title: { hy: Տոկոս, en: Percent, ru: Процент }
  type: rate
  percent: ${percent}
  from: 2026-11-01
  to: 2026-11-30
  minimum: 3000
  cap: 1500
  kinds: [restaurant, store]
  methods: [ARCA]
  liveUntil: 2026-12-31
`
const read = (...rules: string[]) => importMarket(engine, writeMarket({ ...goodMarket(), 'rewards.yaml': rules.join('') }))
const stored = async () => {
  const { rewardRules } = schema
  const rows = await engine.db.select().from(rewardRules).orderBy(asc(rewardRules.id))
  return rows.map(({ id, key, rate, active, position }) => ({ id, key, rate, active, position }))
}

test('rules are stored as the file says; one that changed or left stays for the orders placed by it', async () => {
  await read(rule('three', 3), rule('two', 2.5))
  const [three, two] = await engine.db.select().from(schema.rewardRules).orderBy(asc(schema.rewardRules.id))
  expect([three, two]).toMatchObject([
    {
      ...{ key: 'three', type: 2, rate: 300, points: null, startsOn: '2026-11-01', endsOn: '2026-11-30' },
      ...{ minimum: 300_000, cap: 150_000, kinds: ['restaurant', 'store'], methods: [8], labelled: false, liveDays: null },
      liveUntil: '2026-12-31'
    },
    { key: 'two', rate: 250, position: 1, active: true }
  ])
  const before = await stored()
  await read(rule('three', 3), rule('two', 2.5))
  expect(await stored()).toEqual(before)
  // Another order of the same rules makes no new ones.
  await read(rule('two', 2.5), rule('three', 3))
  expect(await stored()).toMatchObject([
    { id: three?.id, position: 1 },
    { id: two?.id, position: 0 }
  ])
  await read(rule('three', 4))
  expect(await stored()).toMatchObject([
    { id: three?.id, rate: 300, active: false },
    { id: two?.id, rate: 250, active: false },
    { key: 'three', rate: 400, active: true }
  ])
  await read(rule('three', 3))
  expect(await stored()).toMatchObject([{ id: three?.id, rate: 300, active: true }, { active: false }, { rate: 400, active: false }])
  await importMarket(engine, writeMarket(goodMarket()))
  expect((await stored()).filter(({ active }) => active)).toEqual([])
})

const told = async (files: MarketFiles): Promise<string[]> => {
  const cause: unknown = await importMarket(engine, writeMarket(files)).catch((error: unknown) => error)
  if (!(cause instanceof MarketFaults)) throw new Error(`expected faults, got ${String(cause)}`)
  return cause.faults.map(formatFault)
}

/** An edit of the file, and what is said of it. */
type Fault = [from: string, to: string, line: number, field: string, part: string]

const FAULTS_OF_REWARD: Fault[] = [
  ['type: rate', 'type: raffle', 3, 'type', 'one of fixed, rate, free-delivery, lottery, global'],
  ['  percent: 3\n', '', 1, 'percent', 'is missing, expected the share'],
  ['percent: 3', 'points: 500', 1, 'percent', 'is missing'],
  ['percent: 3', 'percent: 300', 4, 'percent', 'a percentage from 0 to 100'],
  ['type: rate', 'type: fixed', 4, 'percent', 'belongs to rules of type rate or global only'],
  ['type: rate', 'type: global\n  points: 5', 4, 'points', 'does not go with percent'],
  ['to: 2026-11-30', 'to: 2026-10-31', 6, 'to', 'expected no day before 2026-11-01'],
  ['cap: 1500', 'cap: -1', 7, 'cap', 'is -1'],
  ['cap: 1500', 'cap: 1.5', 7, 'cap', 'a whole number'],
  ['[first]', '[third]', 8, 'suppliers[0]', 'expected the folder of a supplier'],
  ['  liveDays: 180\n', '', 1, 'liveDays', 'expected liveDays or liveUntil'],
  ['liveDays: 180', 'liveDays: 180\n  liveUntil: 2027-01-01', 10, 'liveUntil', 'does not go with liveDays'],
  ['liveDays: 180', 'liveUntil: 2026-11-29', 9, 'liveUntil', 'expected no day before 2026-11-30'],
  ['liveDays: 180', `liveDays: 180\n${REWARD.trimEnd()}`, 10, 'key', 'stands already at [0]'],
  ['type: rate', 'type: rate\n  prize: 5000', 4, 'prize', 'belongs to rules of type lottery only']
]

const LOTTERY = `- key: draw
  title: { hy: Խաղարկություն, en: Draw, ru: Розыгрыш }
  type: lottery
  tickets: 2
  winners: 10
  prize: 50000
  from: 2026-11-01
  to: 2026-11-30
  minimum: 10000
`

test('a lottery is stored with its tickets, winners and prize', async () => {
  await read(LOTTERY)
  const rows = await engine.db.select().from(schema.rewardRules)
  expect(rows.find(({ active }) => active)).toMatchObject({
    ...{ key: 'draw', type: 4, tickets: 2, winners: 10, prize: 5_000_000, minimum: 1_000_000 },
    ...{ rate: null, points: null, cap: null, liveDays: null, liveUntil: null }
  })
})

const FAULTS_OF_LOTTERY: Fault[] = [
  ['  tickets: 2\n', '', 1, 'tickets', 'is missing, expected tickets, winners and prize'],
  ['tickets: 2', 'tickets: 101', 4, 'tickets', 'from 1 to 100'],
  ['winners: 10', 'winners: 0', 5, 'winners', 'from 1 to 1000'],
  ['prize: 50000', 'prize: 999', 6, 'prize', 'from 1000 to 500000'],
  ['minimum: 10000', 'percent: 3', 9, 'percent', 'belongs to rules that give points only'],
  ['minimum: 10000', 'liveDays: 3', 9, 'liveDays', 'belongs to rules that give points only'],
  ['to: 2026-11-30', 'to: 2026-10-31', 8, 'to', 'expected no day before 2026-11-01']
]

const FREE_DELIVERY = `- key: free-delivery
  title: { hy: Առաքում, en: Delivery, ru: Доставка }
  type: free-delivery
  from: 2026-11-01
  to: 2026-11-30
  minimum: 20000
  liveDays: 30
`

test('a free delivery is stored without an amount, and what people have of it stays when the market is read again', async () => {
  const { rewardRules, users, vouchers } = schema
  await read(FREE_DELIVERY)
  const [rule] = (await engine.db.select().from(rewardRules)).filter(({ active }) => active)
  expect(rule).toMatchObject({
    ...{ key: 'free-delivery', type: 3, minimum: 2_000_000, rate: null, points: null, tickets: null, prize: null, cap: null },
    ...{ liveDays: 30, liveUntil: null }
  })
  const [person] = await engine.db.insert(users).values({ firstName: 'Ani', languageId: 2 }).returning()
  const given = {
    ...{ code: 'DELIVERY-ABC', title: { hy: '', en: '', ru: '' }, kind: 'free-delivery' as const, value: 0, funder: 'market' as const },
    ...{ startsOn: '2026-11-01', endsOn: '2026-12-31', minimum: 0, suppliers: [], kinds: [], methods: [] },
    ...{ notDiscounted: false, firstOrder: false, vip: false }
  }
  await engine.db.insert(vouchers).values([
    { ...given, ownerId: person?.id ?? 0, ruleId: rule?.id ?? 0 },
    { ...given, code: 'OF-THE-MARKET' }
  ])
  await importMarket(engine, writeMarket(goodMarket()))
  expect((await engine.db.select().from(vouchers)).map(({ code }) => code)).toEqual(['DELIVERY-ABC'])
})

const FAULTS_OF_FREE_DELIVERY: Fault[] = [
  ['  liveDays: 30\n', '', 1, 'liveDays', 'expected liveDays or liveUntil'],
  ['minimum: 20000', 'percent: 3', 6, 'percent', 'belongs to rules that give points only'],
  ['minimum: 20000', 'points: 3', 6, 'points', 'belongs to rules that give points only'],
  ['minimum: 20000', 'cap: 500', 6, 'cap', 'belongs to rules that give points only'],
  ['minimum: 20000', 'tickets: 1', 6, 'tickets', 'belongs to rules of type lottery only'],
  ['liveDays: 30', 'liveUntil: 2026-11-29', 7, 'liveUntil', 'expected no day before 2026-11-30']
]

test.each([
  ...FAULTS_OF_REWARD.map((fault) => ['reward', ...fault] as const),
  ...FAULTS_OF_LOTTERY.map((fault) => ['lottery', ...fault] as const),
  ...FAULTS_OF_FREE_DELIVERY.map((fault) => ['free delivery', ...fault] as const)
])('of a %s: %s as %s', async (rule, from, to, line, field, part) => {
  const files = { ...goodMarket(), [REWARDS]: { reward: REWARD, lottery: LOTTERY, 'free delivery': FREE_DELIVERY }[rule] }
  const named = (await told(edit(files, REWARDS, from, to))).filter((fault) => fault.includes(part))
  expect(named).toEqual([expect.stringContaining(field)])
  expect(named[0]).toMatch(`${REWARDS}:${line}: `)
})
