import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { importChanged } from '#tests/support/market-copy.ts'
import { refused } from '#tests/support/shopping.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const read = (query: { skip?: number; take?: number } = {}, client = api.guest()) =>
  client.call(reviews.ofSupplier, { params: { id: 1 }, query })
const FILE = 'always-open/reviews.csv'

describe('reviews of a supplier', () => {
  test('come in pages, the newest first, with the rating of the lists and the stars of the reviews', async () => {
    const first = await read()
    expect(first).toMatchObject({ totalCount: 12, rating: { count: 120 }, stars: [1, 0, 1, 2, 8] })
    expect(first.rating).toEqual((await api.guest().call(catalogue.supplier, { params: { id: 1 } })).rating)
    expect(first.items).toHaveLength(10)
    expect(first.items[0]).toMatchObject({ date: '2026-10-12', stars: 5, author: 'Ani', text: null, demo: false })
    const second = await read({ skip: 10, take: 10 })
    expect([...first.items, ...second.items].map(({ date }) => Number(date.slice(-2)))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect((await read({ skip: 12 })).items).toEqual([])
    expect((await read({ take: 100_000 })).items).toHaveLength(12)
  })

  test('are in the language asked for, else in the one they were written in', async () => {
    const { items } = await read({}, api.guest('hy'))
    expect(items[1]).toMatchObject({ author: 'Անի', text: { language: 'ru', words: 'Только по-русски.' }, demo: true })
    expect(items[2]?.text).toEqual({ language: 'hy', words: 'Համեղ էր։' })
  })

  test('follow the file: changed, gone and back, and the counts with them', async () => {
    await importChanged(api.engine, {
      [FILE]: (text) =>
        text
          .split('\n')
          .filter((line) => !line.startsWith('R-08,'))
          .join('\n')
          .replace('R-01,2026-10-01,5', 'R-01,2026-10-01,2')
    })
    api.kernel.directory.invalidate()
    expect(await read()).toMatchObject({ totalCount: 11, stars: [0, 1, 1, 2, 7] })
    expect(await importChanged(api.engine, {})).toMatchObject({ otherChanges: 2, unchanged: expect.any(Number) as number })
    expect(await importChanged(api.engine, {})).toMatchObject({ otherChanges: 0 })
    api.kernel.directory.invalidate()
    expect((await read()).stars).toEqual([1, 0, 1, 2, 8])
  })

  test('a file at fault is told line by line, and nothing of it comes in', async () => {
    const refusal = (change: (text: string) => string) =>
      importChanged(api.engine, { [FILE]: change }).then(
        () => 'taken in',
        (cause: unknown) => String(cause)
      )
    expect(await refusal((text) => text.replace('R-03,2026-10-03,4', 'R-02,2026-02-30,6'))).toMatch(
      /reviews\.csv:4: code: "R-02" stands here twice.*\n.*reviews\.csv:4: date: .*\n.*reviews\.csv:4: stars: /
    )
    expect(await refusal((text) => text.replace('Անի,Ani', 'Ani,Ani'))).toMatch(/author_hy: .*Armenian letters/)
    expect(await refusal((text) => text.replace('stars,', ''))).toContain('has other columns')
    const many = Array.from({ length: 110 }, (_, index) => `M-${index},2026-09-01,5,Անի,Ani,Ани,,,,1`).join('\n')
    expect(await refusal((text) => `${text}${many}\n`)).toContain('has 122 reviews, but the rating of supplier.yaml counts 120')
    expect((await read()).totalCount).toBe(12)
  })

  test('of nobody and of a supplier without any', async () => {
    const { call } = api.guest()
    expect(await call(reviews.ofSupplier, { params: { id: 2 }, query: {} })).toMatchObject({
      items: [],
      totalCount: 0,
      stars: [0, 0, 0, 0, 0]
    })
    expect(await refused(call(reviews.ofSupplier, { params: { id: 77_777 }, query: {} }))).toMatchObject({ code: 421 })
    expect((await api.guest().raw('GET', '/suppliers/x/reviews')).envelope.code).toBe(400)
    expect((await api.guest().raw('GET', '/suppliers/1/reviews?skip=-1')).envelope.code).toBe(400)
  })
})
