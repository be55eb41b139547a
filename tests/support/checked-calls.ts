import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROOT } from './sources.ts'

/** These call everything, whatever it answers: they say nothing of what an endpoint is for. */
const CALL_EVERYTHING = new Set(['access-matrix.test.ts', 'bad-fields.test.ts', 'bad-input.test.ts', 'number-bounds.test.ts'])

const endpoints = Object.entries(contract).flatMap(([noun, ofNoun]) =>
  (Object.entries(ofNoun) as [string, Endpoint][]).map(([name, { method, path }]) => ({
    name: `${noun}.${name}`,
    matches: new RegExp(`^${method} ${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`)
  }))
)

/** After a whole run: every endpoint was called with success by a test that is about it. A run of some files is not judged. */
export const checkCalls = (folder: string): void => {
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const ran = new Set(logs.map(([file = '']) => basename(file)))
  const all = readdirSync(join(ROOT, 'tests/api')).filter((name) =>
    /await startApi\(/.test(readFileSync(join(ROOT, 'tests/api', name), 'utf8'))
  )
  if (all.some((name) => !ran.has(name))) return
  const called = new Set<string>()
  for (const [file = '', ...calls] of logs)
    if (!CALL_EVERYTHING.has(basename(file)))
      for (const call of calls) {
        const endpoint = endpoints.find(({ matches }) => matches.test(call))
        if (endpoint) called.add(endpoint.name)
      }
  const uncalled = endpoints.filter(({ name }) => !called.has(name)).map(({ name }) => name)
  if (uncalled.length > 0) throw new Error(`no API test calls these endpoints with success: ${uncalled.join(', ')}`)
}
