import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { askAbsent, askAll, askFirst, figuresOf, readQueries, type Outcome } from '#tests/search/quality.ts'
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
