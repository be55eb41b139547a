import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { askAbsent, askAll, askFirst, askHeads, askNonsense, figuresOf, readQueries, type Outcome } from '#tests/search/quality.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { ROOT } from '#tests/support/sources.ts'

let engine: Engine
const outcomes: Record<'tune' | 'report', Outcome[]> = { tune: [], report: [] }
beforeAll(async () => {
  engine = await openEmptyDatabase()
  await importMarket(engine, join(ROOT, 'content/market'))
  outcomes.tune = await askAll(engine, readQueries('tune'))
  outcomes.report = await askAll(engine, readQueries('report'))
})
afterAll(() => engine.close())

describe.each(['tune', 'report'] as const)('the %s half of the labelled queries', (half) => {
  test('at least 95 % find the wanted thing among the first five', () => {
    expect(figuresOf(outcomes[half]).overall).toBeGreaterThanOrEqual(0.95)
  })

  test('did-you-mean speaks where the words as typed find nothing, is right, and leaves correct words alone', () => {
    const { speaks, isRight, alters } = figuresOf(outcomes[half])
    expect(speaks).toBeGreaterThanOrEqual(0.8)
    expect(isRight).toBeGreaterThanOrEqual(0.9)
    expect(alters).toBeLessThanOrEqual(0.02)
  })
})

const CLASSES = ['correct', 'ending', 'layout', 'transliteration', 'typo']
// The generator of tests/search makes the damage: the figures are about that, see its README.
test.each(CLASSES)('over both halves nine of ten of the generated class "%s" are found', (name) => {
  expect(figuresOf([...outcomes.tune, ...outcomes.report]).byClass[name]).toBeGreaterThanOrEqual(0.9)
})

test.each((['tune', 'report'] as const).flatMap((half) => CLASSES.map((name) => [half, name] as const)))(
  'the %s half alone: no more than 15 of 100 of the class "%s" are missed',
  (half, name) => {
    const own = outcomes[half].filter((outcome) => outcome.class === name)
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(({ right }) => right).length / own.length).toBeGreaterThanOrEqual(0.85)
  }
)

test('there are no other classes', () => {
  expect(Object.keys(figuresOf([...outcomes.tune, ...outcomes.report]).byClass).sort()).toEqual(CLASSES)
})

test.each(['tune', 'report'] as const)('the %s half: nine of ten words for what the market does not hold find nothing', async (half) => {
  const answers = await askAbsent(engine, half)
  const wrong = answers.filter(({ said }) => said !== null)
  expect(wrong.length / answers.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1)
})

test('what people expect comes first', async () => {
  expect((await askFirst(engine)).filter(({ wrong }) => wrong.length > 0)).toEqual([])
})

test('what is called exactly so and sold only elsewhere follows the first of what delivers, marked', () => {
  const found = outcomes.report.find(({ query }) => query === 'pork khorovats')?.found
  expect(found?.products.map(({ delivers }) => delivers)).toEqual([true, true, true, true, false])
  expect(found?.products.at(-1)?.name).toBe('Pork khorovats')
})

test('a misspelled phrase that asks for a kind of goods is corrected', () => {
  const found = outcomes.tune.find(({ query }) => query === 'омйка авто')?.found
  expect(found?.didYouMean).toBe('мойка авто')
})

const HAND = ['hand-tune', 'hand-report'] as const
describe('queries written and damaged by hand', () => {
  const hand: Outcome[] = []
  beforeAll(async () => {
    for (const half of HAND) hand.push(...(await askAll(engine, readQueries(half))))
  })

  test('97 % find the wanted thing among the first five, 92 % of each kind', () => {
    const { overall, byClass } = figuresOf(hand)
    expect(hand.length).toBeGreaterThanOrEqual(200)
    expect(overall, JSON.stringify(byClass)).toBeGreaterThanOrEqual(0.97)
    expect(Object.entries(byClass).filter(([, share]) => share < 0.92)).toEqual([])
  })

  test('exact sizes and a named supplier with its products come first', () => {
    const names = new Map(hand.map(({ query, found }) => [query, found.products.map(({ name }) => name)]))
    expect(names.get('power bank 20000')?.[0]).toBe('Power bank, 20,000 mAh')
    expect(names.get('cola 1.5 l')?.[0]).toContain('1.5 l')
    expect(names.get('вода 19 л')?.[0]).toContain('19 л')
    const atDeda = hand.find(({ query }) => query === 'deda nino khinkali')?.found
    expect(new Set(atDeda?.products.map(({ supplier }) => supplier.alias))).toEqual(new Set(['deda-nino']))
  })

  test.each(HAND)('%s: what the market does not hold shows nothing, or a word of the market that may be shown', async (half) => {
    expect((await askNonsense(engine, half)).filter(({ shown }) => shown.length > 0)).toEqual([])
  })
})

describe('first pages of what people search most', () => {
  test('hold only what delivers there, open before closed, each thing once, sold out last', async () => {
    const pages = await askHeads(engine)
    expect(pages).toHaveLength(30)
    for (const { query, found } of pages) {
      expect(found.city).toBe('yerevan')
      expect(found.leads, query).toBe('products')
      expect(found.products.length, query).toBeGreaterThan(3)
      expect(
        found.products.filter(({ delivers }) => !delivers),
        query
      ).toEqual([])
      const inStock = found.products.filter(({ stock }) => stock !== 0)
      expect(found.products.slice(0, inStock.length), query).toEqual(inStock)
      const firstClosed = inStock.findIndex(({ open }) => !open)
      if (firstClosed >= 0)
        expect(
          inStock.slice(firstClosed).some(({ open }) => open),
          query
        ).toBe(false)
      const names = found.products.filter(({ adult }) => !adult).map(({ name, supplier }) => `${supplier.kind} ${name}`)
      expect(new Set(names).size, query).toBeGreaterThan(names.length - 2)
    }
    expect(pages.some(({ found }) => found.products.some(({ others }) => others.length > 0))).toBe(true)
    expect(pages.some(({ found }) => found.products.some(({ open }) => !open))).toBe(true)
  })
})
