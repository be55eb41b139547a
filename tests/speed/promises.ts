import { createGazetteer } from '#server/adapters/geo/gazetteer.ts'
import { catalogueVersion } from '#server/catalogue-memory/directory.ts'
import { openPostgres } from '#server/db/engine.ts'
import { createDatabase, withPostgres } from '#tests/load/measured-shop.ts'
import { importTolmaAs } from '#tests/support/market-copy.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { childrenOf, lineToEach } from '#tests/support/worker-lines.ts'
import { median, type Row } from './rows.ts'

// Figures that `npm test` asserts at ten times, as other work runs beside it.

const WORKERS = 3
const CHANGES = 3
const PAGE = '/en/restaurants/always-open'
const GOAL_MS = { suggestion: 5, change: 1_000, oddTerms: 2_000, codeBesideFlood: 1_000 }
const ADDRESSES = [
  'abov',
  'Абовян 12',
  'tumnyan 8',
  'garegin njdeh 17 shengavit yerevan',
  '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0001'
]
const ODD_TERMS = ['пицца '.repeat(833), 'x'.repeat(5_000), 'ա'.repeat(5_000), "' or 1=1 --", '\u202e\u0301pizza', '[]\\;', '１２']
/** Sends from one /48, from as many /64s as the limit of one caller needs. */
const FLOOD = { networks: 20, each: 20 }

const rowOf = (what: string, ms: number, goal: number): Row => ({
  what,
  goal: `<= ${goal} ms`,
  figure: `${ms.toFixed(1)} ms`,
  met: ms <= goal
})

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const suggestionRow = async (): Promise<Row> => {
  const gazetteer = createGazetteer()
  const times: number[] = []
  for (let round = 0; round < 20; round += 1)
    for (const term of ADDRESSES) times.push(await timeOf(() => gazetteer.suggest(term, 'en', { lat: 40.785, lng: 43.845 })))
  return rowOf('an address suggested by the gazetteer, median', median(times), GOAL_MS.suggestion)
}

const sendCode = async (url: string, address: string, contact: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'session-id': crypto.randomUUID(), 'x-forwarded-for': address }
  const answer = await fetch(`${url}/api/users/pin/send`, { method: 'POST', headers, body: JSON.stringify({ type: 'phone', contact }) })
  await answer.text()
  return answer.status
}

const shopRows = (databaseUrl: string): Promise<Row[]> =>
  inShop(databaseUrl, async (url, workers) => {
    const engine = await openPostgres(databaseUrl, 4)
    const changes: number[] = []
    for (let turn = 1; turn <= CHANGES; turn += 1) {
      const lines = await lineToEach(url, workers, WORKERS)
      for (const line of lines) await line.ask(PAGE)
      const before = await catalogueVersion(engine.db)
      const importing = importTolmaAs(engine, `Measured Tolma ${turn}`)
      while ((await catalogueVersion(engine.db)) === before) await new Promise((later) => setTimeout(later, 5))
      changes.push(await timeOf(() => Promise.all(lines.map((line) => line.until(PAGE, `Measured Tolma ${turn}`)))))
      await importing
      for (const line of lines) line.close()
    }
    await engine.close()
    const oddMs = await timeOf(async () => {
      for (const term of ODD_TERMS) await (await fetch(`${url}/api/search?${new URLSearchParams({ term }).toString()}`)).text()
    })
    for (let network = 0; network < FLOOD.networks; network += 1)
      await Promise.all(
        Array.from({ length: FLOOD.each }, (_, i) =>
          sendCode(url, `2a02:2a57:1:${network.toString(16)}::1`, `+37491${100_000 + network * FLOOD.each + i}`)
        )
      )
    let status = 0
    const codeMs = await timeOf(async () => void (status = await sendCode(url, '203.0.113.7', '+37444111001')))
    if (status !== 200) throw new Error(`a code was answered ${status}`)
    return [
      rowOf(
        `a change of the catalogue on a kept page of ${WORKERS} workers, the slowest of ${CHANGES}`,
        Math.max(...changes),
        GOAL_MS.change
      ),
      rowOf(`${ODD_TERMS.length} odd terms searched one after the other, three of 5,000 letters`, oddMs, GOAL_MS.oddTerms),
      rowOf(`a code asked for after ${FLOOD.networks * FLOOD.each} from one /48`, codeMs, GOAL_MS.codeBesideFlood)
    ]
  })

const inShop = async (databaseUrl: string, work: (url: string, workers: () => number[]) => Promise<Row[]>): Promise<Row[]> => {
  const limits = { TRUST_PROXY: '1', PIN_PER_PREFIX_HOUR: '200', PIN_PER_HOUR: '2000' }
  const shop = await startShop({ ...limits, DATABASE_URL: databaseUrl, WEB_CONCURRENCY: String(WORKERS), PORT: String(await freePort()) })
  try {
    return await work(shop.url, () => childrenOf(shop.child.pid ?? 0))
  } finally {
    await shop.end()
  }
}

export const measurePromises = async (): Promise<Row[]> => [
  await suggestionRow(),
  ...((await withPostgres(async (postgres) => shopRows(await createDatabase(postgres, 'promises')))) ?? [])
]
