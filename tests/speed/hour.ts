import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROBE_FOLDER, type ProbeSnapshot } from '#tests/load/memory-probe.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { openLoad } from '#tests/load/open-loop.ts'
import { growthPerHour, mean, type Point } from '#tests/load/trend.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Row } from './rows.ts'

const PER_SECOND = 60
const WARM_SECONDS = 600
const SAMPLE_MS = 30_000
/**
 * Flat, in MB: after the first ten minutes the line through the resident memory of all processes rises by at most this an hour, its mean of
 * the last ten minutes is at most this above that of the ten after the warm-up, and the line through the heap after full collections
 * rises by at most `livePerHour`.
 */
const GOAL = { growthPerHour: 20, growth: 20, livePerHour: 10 }

/** A shorter run is a try: its rows are printed and not recorded. */
export const HOUR_SECONDS = Number(process.env['HOUR_SECONDS'] ?? 3_600)
export const isWholeHour = HOUR_SECONDS >= 3_600

interface Sample {
  at: number
  resident: number
  heap: number
  live: number
  wasm: number
  loopP99: number
}

const readProbes = (folder: string): ProbeSnapshot[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && existsSync(`/proc/${name.slice(0, -5)}`))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ProbeSnapshot)

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0)
const points = (samples: readonly Sample[], of: (sample: Sample) => number): Point[] =>
  samples.map((sample) => ({ at: sample.at, value: of(sample) }))

const signed = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(1)}`

const memoryRow = (what: string, samples: readonly Sample[]): Row => {
  const warm = Math.min(WARM_SECONDS, HOUR_SECONDS / 6)
  const counted = samples.filter(({ at }) => at >= warm)
  const first = points(
    counted.filter(({ at }) => at < 2 * warm),
    ({ resident }) => resident
  )
  const last = points(
    counted.filter(({ at }) => at >= HOUR_SECONDS - warm),
    ({ resident }) => resident
  )
  const slope = growthPerHour(points(counted, ({ resident }) => resident))
  const [from, to] = [mean(first), mean(last)]
  const liveSlope = growthPerHour(points(counted, ({ live }) => live))
  const range = (of: (sample: Sample) => number): string =>
    `${of(counted[0] as Sample).toFixed(0)} → ${of(counted.at(-1) as Sample).toFixed(0)} MB`
  return {
    what: `${what}: memory after the first ten minutes`,
    goal: `<= +${GOAL.growthPerHour} MB an hour, last ten minutes <= +${GOAL.growth} MB, heap in use <= +${GOAL.livePerHour} MB an hour`,
    figure:
      `${signed(slope)} MB an hour; ${from.toFixed(0)} → ${to.toFixed(0)} MB resident ` +
      `(at most ${Math.max(...samples.map(({ resident }) => resident)).toFixed(0)}); heap after full collections ${signed(liveSlope)} MB an hour, ` +
      `${range(({ live }) => live)}; WebAssembly ${range(({ wasm }) => wasm)}`,
    met: slope <= GOAL.growthPerHour && to - from <= GOAL.growth && liveSlope <= GOAL.livePerHour
  }
}

const measureShop = async (name: string, folder: string, env: Record<string, string>): Promise<Row[]> => {
  const probes = join(folder, `probes-${name.slice(0, 4)}`)
  mkdirSync(probes)
  const shop = await startShop(
    {
      MARKET_DIR: join(ROOT, 'content/market'),
      AUTOPILOT_SECONDS: '20',
      PORT: String(await freePort()),
      PIN_PER_HOUR: '1000000',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../load/memory-probe.ts')}`,
      [PROBE_FOLDER]: probes,
      ...env
    },
    300_000
  )
  const print = (text: string): void => void process.stdout.write(`${name.padEnd(12)} ${text}\n`)
  let ended = false
  shop.child.once('exit', () => (ended = true))
  try {
    const load = await openLoad(shop.url)
    const samples: Sample[] = []
    const begin = performance.now()
    let printed = 0
    const sample = (): void => {
      const all = readProbes(probes)
      const one: Sample = {
        at: (performance.now() - begin) / 1_000,
        resident: sum(all, ({ resident }) => resident),
        heap: sum(all, ({ heap }) => heap),
        live: sum(all, ({ live }) => live),
        wasm: sum(all, ({ wasm }) => wasm),
        loopP99: Math.max(...all.map(({ loopP99 }) => loopP99))
      }
      samples.push(one)
      const { tally } = load
      const period = tally.nextPeriod()
      const ms = [0.5, 0.95, 0.99].map((share) => period.percentile(share).toFixed(0)).join('/')
      print(
        `${one.at.toFixed(0).padStart(4)} s: ${one.resident.toFixed(0)} MB (${all.map(({ resident }) => resident.toFixed(0)).join(' + ')}), ` +
          `heap ${one.heap.toFixed(0)} (${one.live.toFixed(0)} after collection), external ${sum(all, ({ external }) => external).toFixed(0)}, wasm ${one.wasm.toFixed(0)}, ` +
          `resources ${sum(all, ({ resources }) => resources)}, loop p99 ${one.loopP99.toFixed(0)} max ${Math.max(...all.map(({ loopMax }) => loopMax)).toFixed(0)} ms; ` +
          `${tally.all.count} requests, p50/p95/p99 ${ms} ms, ${load.orders()} orders, ${load.events()} events, ${tally.failures.length} errors`
      )
      for (const failure of tally.failures.slice(printed, printed + 20)) print(failure)
      printed = tally.failures.length
    }
    const sampling = setInterval(sample, SAMPLE_MS)
    await load.run(PER_SECOND, HOUR_SECONDS)
    clearInterval(sampling)
    sample()
    const { tally } = load
    print(`${JSON.stringify(Object.fromEntries(tally.kinds))}; the shop printed: ${shop.output().slice(-2_000)}`)
    const what = `${PER_SECOND} requests a second for ${Math.round(HOUR_SECONDS / 60)} minutes, ${name}`
    const ms = [0.5, 0.95, 0.99].map((share) => tally.all.percentile(share).toFixed(0)).join('/')
    return [
      {
        what: `${what}: errors`,
        goal: '0',
        figure:
          `${tally.failures.length} of ${tally.all.count} requests, ${load.orders()} orders, ${load.events()} events in streams; ` +
          `p50/p95/p99 ${ms} ms, both engines on the same cores${ended ? '; the shop ended' : ''}`,
        met: tally.failures.length === 0 && !ended && load.orders() > 0 && load.events() > 0
      },
      memoryRow(what, samples)
    ]
  } finally {
    await shop.end()
  }
}

/** A day's traffic for an hour, on both engines at once. */
export const measureHour = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const embedded = measureShop('PGlite', folder, { DATA_DIR: join(folder, 'data') })
    const server = withPostgres(async (postgres) =>
      measureShop('PostgreSQL, 2 workers', folder, {
        DATABASE_URL: await createDatabase(postgres, 'hour'),
        DATA_DIR: join(folder, 'data-postgres'),
        WEB_CONCURRENCY: '2'
      })
    )
    return [...(await embedded), ...((await server) ?? [])]
  })
