import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { bareEndpoints } from '#build/browser-contract.ts'

const bare = (code: string): string | null => bareEndpoints(code, (text) => parseAst(text, { lang: 'ts' }))

test('an endpoint is left as plain data, without what only the server reads', () => {
  const code = `import { endpoint } from './endpoint.ts'
const CODES = ['ARTICLE_NOT_FOUND'] as const
export const add = endpoint<{ reply: { id: number } }>()({
  method: 'POST', path: '/baskets', codes: [...CODES, 'FORBIDDEN'], perMinute: 30, about: 'Adds (what is named).', moneyMoving: true
})`
  expect(bare(code)).toBe(`import { endpoint } from './endpoint.ts'
const CODES = ['ARTICLE_NOT_FOUND'] as const
export const add = {
  method: 'POST', path: '/baskets',    moneyMoving: true
}`)
})

test('whatever a module calls it, wherever it stands, and nobody else of that name', () => {
  const call = `({ method: 'GET', path: '/geo', about: 'Says.' })`
  expect(bare(`import { endpoint as call, type Page } from '../endpoint.ts'\nexport const geo = call<{ reply: Page<1> }>()${call}`)).toBe(
    `import { endpoint as call, type Page } from '../endpoint.ts'\nexport const geo = { method: 'GET', path: '/geo',  }`
  )
  expect(bare(`const endpoint = () => (data) => data\nexport const geo = endpoint()${call}`)).toBeNull()
})

test('an endpoint that is no literal fails the build', () => {
  expect(() => bare(`import { endpoint } from '#contract/endpoint.ts'\nexport const geo = endpoint()(GEO)`)).toThrow('no object literal')
})
