import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { endpointsOf, type Endpoint } from '#contract/endpoint.ts'
import { clientCalls, endpointsInScript } from '#tests/support/client-calls.ts'
import { ROOT } from '#tests/support/sources.ts'

const SCRIPTS = join(ROOT, 'dist', readFileSync(join(ROOT, 'dist/current'), 'utf8'), 'client/_astro')
const scripts = readdirSync(SCRIPTS)
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(SCRIPTS, name), 'utf8'))
const all = Object.values(contract).flatMap(endpointsOf)

test('browsers get the endpoints that client code calls, and no other', async () => {
  const sent = new Set(scripts.flatMap(endpointsInScript))
  const called = await Promise.all(
    clientCalls().map(async ({ module, name }) => {
      const noun = (await import(join(ROOT, module))) as Record<string, Endpoint>
      return `${noun[name]?.method} ${noun[name]?.path}`
    })
  )
  expect([...sent].sort()).toEqual([...new Set(called)].sort())
  expect(sent.size).toBeLessThan(all.length)
})

test('and nothing of them that only the server reads', () => {
  const said = all.map(([, { about }]) => about).filter((about) => scripts.some((code) => code.includes(about)))
  expect(said).toEqual([])
  expect(scripts.filter((code) => /\b(codes|perMinute|about):/.test(code) && endpointsInScript(code).length > 0)).toEqual([])
})
