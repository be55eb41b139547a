import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPglite } from '#server/db/engine.ts'
import { importMarket } from '#server/services/market/import-market.ts'
import { ROOT } from '#tests/support/sources.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { checkoutFlow } from './checkout-flow.ts'

interface Row {
  what: string
  goal: string
  figure: string
  /** null: reported only. */
  met: boolean | null
}
const rows: Row[] = []
const report = (what: string, goal: string, figure: string, met: boolean | null = null): void => void rows.push({ what, goal, figure, met })

const DEMO = join(ROOT, 'content/market')
const folder = mkdtempSync(join(tmpdir(), 'shuka-speed-'))
const dataDir = join(folder, 'data')

const importing = await openPglite(join(folder, 'import'))
const imported = await importMarket(importing, DEMO)
report(
  'import of the demo market, PGlite, all indexes',
  '<= 20 s',
  `${imported.seconds.toFixed(2)} s, ${imported.linesPerSecond} lines/s`,
  imported.seconds <= 20
)
const again = await importMarket(importing, DEMO)
report('the same again (nothing changes)', 'reported', `${again.seconds.toFixed(2)} s`)
await importing.close()

const timed = async (env: Record<string, string>): Promise<number> => {
  const started = performance.now()
  const shop = await startShop({ MARKET_DIR: DEMO, DATA_DIR: dataDir, PORT: String(await freePort()), ...env })
  const answer = await fetch(`${shop.url}/restaurants`)
  await answer.text()
  const ms = performance.now() - started
  if (answer.status !== 200) throw new Error(`GET /restaurants answered ${answer.status}`)
  await shop.end()
  return ms
}
report('first start: database, import, first page', 'reported', `${(await timed({})).toFixed(0)} ms`)
const starts: number[] = []
for (let turn = 0; turn < 5; turn += 1) starts.push(await timed({}))
const median = starts.sort((a, b) => a - b)[2] ?? 0
report('second start to first page, median of 5', '<= 2 s', `${median.toFixed(0)} ms`, median <= 2000)

const shop = await startShop({
  MARKET_DIR: join(ROOT, 'tests/support/market'),
  DATA_DIR: join(folder, 'flow'),
  PORT: String(await freePort())
})
for (const [what, figure] of await checkoutFlow(shop.url)) report(what, 'reported', figure)
await shop.end()
rmSync(folder, { recursive: true, force: true })

const widths = ['what', 'goal', 'figure'].map((key) => Math.max(...rows.map((row) => String(row[key as keyof Row]).length), key.length))
const print = (cells: string[]): void =>
  void process.stdout.write(`${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}\n`)
print(['what', 'goal', 'figure', 'verdict'])
for (const { what, goal, figure, met } of rows) print([what, goal, figure, met === null ? 'reported' : met ? 'met' : 'MISSED'])
process.exit(rows.some(({ met }) => met === false) ? 1 : 0)
