import { join } from 'node:path'
import { openPglite } from '#server/db/engine.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { withFolder } from '#tests/load/measured-shop.ts'
import { ROOT } from '#tests/support/sources.ts'
import { freePort, NPM_START, startShop } from '#tests/support/shop-process.ts'
import { median, type Row } from './rows.ts'

const DEMO = join(ROOT, 'content/market')
const STARTS = 5

/** Milliseconds from the command of `npm start`, when the build is there, to the whole of a first page. */
const timeToPage = async (dataDir: string): Promise<number> => {
  const env = { MARKET_DIR: DEMO, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const started = performance.now()
  const shop = await startShop(env, 120_000, undefined, NPM_START)
  const answer = await fetch(`${shop.url}/restaurants`)
  await answer.text()
  const ms = performance.now() - started
  await shop.end()
  if (answer.status !== 200) throw new Error(`GET /restaurants answered ${answer.status}`)
  return ms
}

/** The demo market on the embedded database: its import, the first start and those after it. */
export const measureStarts = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const engine = await openPglite(join(folder, 'import'))
    const imported = await importMarket(engine, DEMO)
    const again = await importMarket(engine, DEMO)
    await engine.close()
    const dataDir = join(folder, 'data')
    const first = await timeToPage(dataDir)
    const later: number[] = []
    for (let turn = 0; turn < STARTS; turn += 1) later.push(await timeToPage(dataDir))
    return [
      {
        what: 'import of the demo market, PGlite, all indexes',
        goal: '<= 20 s',
        figure: `${imported.seconds.toFixed(2)} s, ${imported.linesPerSecond} lines/s`,
        met: imported.seconds <= 20
      },
      { what: 'the same again (nothing changes)', goal: 'reported', figure: `${again.seconds.toFixed(2)} s`, met: null },
      { what: 'first start: database, import, first page', goal: 'reported', figure: `${first.toFixed(0)} ms`, met: null },
      {
        what: `second start by the command of npm start to first page, PGlite, median of ${STARTS}`,
        goal: '<= 2 s',
        figure: `${median(later).toFixed(0)} ms`,
        met: median(later) <= 2_000
      }
    ]
  })
