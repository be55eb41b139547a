import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Cost, Costs } from '#tests/load/country.ts'
import { httpLoadApart, type LoadResult } from '#tests/load/http-load.ts'
import { createDatabase, SHOP_CORE, withFolder, withPostgres, withShop } from '#tests/load/measured-shop.ts'
import { busyMs, keepOnCore, processorMs, residentMb } from '#tests/load/processor.ts'
import type { LocalPostgres } from '#tests/support/local-postgres.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'
import { makeMenus } from './menus.ts'
import type { ReferenceAnswer } from './reference-server.ts'
import { median, type Row } from './rows.ts'

const GOAL = { ratio: 1.67, renders: 250, startMs: 1_500, idleMb: 200, loadedMb: 400 }
const SUPPLIERS = 150
const PRODUCTS = 150
/** Renderings before anything is counted, all pages each time: a shop runs for days and not for seconds. */
const WARM_ROUNDS = 2
const COUNTED_ROUNDS = 3
const CACHED = { rounds: 5, seconds: 1.2, connections: 16 }
const RENDERED = { seconds: 30, connections: 4 }
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br', Accept: 'text/html', 'User-Agent': 'load' }

const OTHER_CORE = existsSync('/usr/bin/taskset') && availableParallelism() > 1 ? ['taskset', '-c', '1'] : []
const load = (
  url: string,
  paths: readonly string[],
  options: { once?: boolean; seconds: number; connections: number }
): Promise<LoadResult> => httpLoadApart({ port: Number(new URL(url).port), paths, headers: BROWSER, ...options }, OTHER_CORE)

/** A line of the table, and what one page costs. */
interface Measured {
  row: Row
  cost: Cost
}

/** Every page once, none of them kept: what shop and database spend on each. */
const renderAll = async (shop: Shop, database: number | null, paths: readonly string[]) => {
  const spent = (): [shop: number, database: number] => [processorMs(shop.child.pid ?? 0), database ? processorMs(database) : 0]
  const before = spent()
  const result = await load(shop.url, paths, { once: true, ...RENDERED })
  if (result.requests < paths.length) throw new Error(`only ${result.requests} of ${paths.length} pages in ${RENDERED.seconds} s`)
  const after = spent()
  return { ...result, shopMs: (after[0] - before[0]) / result.requests, databaseMs: (after[1] - before[1]) / result.requests }
}

/** Changes something that every page shows, and says so as an import does; waits until the shop has heard of it. */
const changeCatalogue = async (database: pg.Client, shop: Shop, path: string): Promise<void> => {
  const before = await (await fetch(shop.url + path)).text()
  await database.query('update suppliers set rating_count = rating_count + 1')
  await database.query(`insert into events (kind, payload) values ('catalogue.changed', '{}'); notify catalogue`)
  for (const patience = performance.now() + 10_000; (await (await fetch(shop.url + path)).text()) === before;) {
    if (performance.now() > patience) throw new Error('the catalogue changed and the page did not')
    await new Promise((later) => setTimeout(later, 50))
  }
}

const measureRendering = async (
  shop: Shop,
  postgres: LocalPostgres | null,
  databaseUrl: string,
  menus: readonly string[]
): Promise<Measured> => {
  const [first = '', ...others] = menus
  const paths = ['', '/en', '/ru'].flatMap((prefix) => others.map((path) => prefix + path))
  const what = `page rendered, not cached: supplier, ${PRODUCTS} products, ${postgres ? 'PostgreSQL' : 'PGlite'}, first compression, one core`
  const rounds: Awaited<ReturnType<typeof renderAll>>[] = []
  if (postgres) {
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    for (let round = 0; round < WARM_ROUNDS + COUNTED_ROUNDS; round += 1) {
      rounds.push(await renderAll(shop, postgres.pid, paths))
      await changeCatalogue(database, shop, first)
    }
    await database.end()
    rounds.splice(0, WARM_ROUNDS)
  } else {
    const half = Math.floor(paths.length / 2)
    await renderAll(shop, null, paths.slice(0, half))
    rounds.push(await renderAll(shop, null, paths.slice(half)))
  }
  const [shopMs, databaseMs, p99, perSecond] = [
    rounds.map((round) => round.shopMs),
    rounds.map((round) => round.databaseMs),
    rounds.map((round) => round.p99),
    rounds.map((round) => round.perSecond)
  ].map(median) as [number, number, number, number]
  const perCore = 1000 / (shopMs + databaseMs)
  const figure =
    `${Math.round(perCore)}/s a core (shop ${shopMs.toFixed(2)} + database ${databaseMs.toFixed(2)} ms of processor); ` +
    `by the clock ${Math.round(perSecond)}/s, p99 ${p99.toFixed(0)} ms with ${RENDERED.connections} connections`
  const row: Row = { what, goal: `>= ${GOAL.renders}/s`, figure, met: perCore >= GOAL.renders }
  return { row, cost: { serverMs: shopMs, databaseMs, walBytes: 0 } }
}

/** Head and body of an answer as they were sent; what node:http adds by itself is left out. */
const fetchRaw = (url: string): Promise<ReferenceAnswer> =>
  new Promise((resolve, reject) => {
    get(url, { headers: BROWSER, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const pairs = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : []))
        const head = pairs.filter(([name = '']) => !/^(date|connection|keep-alive)$/i.test(name)).flat()
        resolve({ head, body: Buffer.concat(chunks).toString('base64') })
      })
    }).once('error', reject)
  })

const startReference = (answer: ReferenceAnswer): Promise<{ child: ChildProcess; url: string }> =>
  new Promise((resolve, reject) => {
    const args = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', join(import.meta.dirname, 'reference-server.ts')]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    child.once('error', reject).once('exit', (code) => reject(new Error(`the reference server ended with ${String(code)}`)))
    child.stdout.once('data', (port: Buffer) => resolve({ child, url: `http://127.0.0.1:${port.toString().trim()}` }))
    child.stdin.end(JSON.stringify(answer))
  })

/** The kept page against a server that only sends it: processor time a request of each, in alternating rounds. */
const measureCached = async (shop: Shop, path: string): Promise<Measured> => {
  const run = async (url: string, pid: number): Promise<{ ms: number; perSecond: number }> => {
    const before = processorMs(pid)
    const { requests, perSecond } = await load(url, [path], CACHED)
    return { ms: (processorMs(pid) - before) / requests, perSecond }
  }
  await load(shop.url, [path], { ...CACHED, seconds: 2 })
  const answer = await fetchRaw(shop.url + path)
  const reference = await startReference(answer)
  const [own, bare] = [shop.child.pid ?? 0, reference.child.pid ?? 0]
  keepOnCore(bare, SHOP_CORE)
  await load(reference.url, [path], { ...CACHED, seconds: 2 })
  const rounds: { own: { ms: number; perSecond: number }; bare: { ms: number; perSecond: number } }[] = []
  for (let round = 0; round < CACHED.rounds; round += 1)
    rounds.push({ own: await run(shop.url, own), bare: await run(reference.url, bare) })
  reference.child.removeAllListeners('exit').kill()
  const ratio = median(rounds.map((round) => round.own.ms / round.bare.ms))
  const of = (which: 'own' | 'bare'): string =>
    `${Math.round(median(rounds.map((round) => round[which].perSecond)))}/s, ${(median(rounds.map((round) => round[which].ms)) * 1000).toFixed(0)} µs`
  const kilobytes = (Buffer.from(answer.body, 'base64').length / 1000).toFixed(1)
  const row: Row = {
    what: `cached page, ${kilobytes} KB of brotli, one core: processor time against a bare node:http`,
    goal: `<= ${GOAL.ratio} times`,
    figure: `${ratio.toFixed(2)} times (${of('own')} against ${of('bare')})`,
    met: ratio <= GOAL.ratio
  }
  return { row, cost: { serverMs: median(rounds.map((round) => round.own.ms)), databaseMs: 0, walBytes: 0 } }
}

/** How busy others kept the machine's cores, of 1: with much of that, processor time decides and not the clock. */
const QUIET = 0.1
const allBusyMs = (): number => Array.from({ length: availableParallelism() }, (_, core) => busyMs(core)).reduce((sum, ms) => sum + ms, 0)

/** Milliseconds from the command to the first page, median of three. */
const measureStart = async (env: Record<string, string>): Promise<Row> => {
  const times: { ms: number; spent: number; others: number }[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const [started, busy] = [performance.now(), allBusyMs()]
    const shop = await startShop({ PORT: String(await freePort()), ...env })
    const { status } = await fetch(`${shop.url}/restaurants`)
    const ms = performance.now() - started
    const spent = processorMs(shop.child.pid ?? 0)
    times.push({ ms, spent, others: (allBusyMs() - busy - spent) / (ms * availableParallelism()) })
    await shop.end()
    if (status !== 200) throw new Error(`the first page answered ${status}`)
  }
  const [ms, spent, others] = [times.map((one) => one.ms), times.map((one) => one.spent), times.map((one) => one.others)].map(median) as [
    number,
    number,
    number
  ]
  const beside = others > QUIET ? `, ${Math.round(others * 100)} % of the machine taken by others` : ''
  return {
    what: 'start after the build to the first 200',
    goal: '<= 1.5 s',
    figure: `${Math.round(ms)} ms by the clock, ${Math.round(spent)} ms of processor (medians of 3)${beside}`,
    met: ms <= GOAL.startMs || (others > QUIET && spent <= GOAL.startMs)
  }
}

const measureMemory = (shop: Shop, when: string, most: number, judged: boolean): Row => {
  const mb = residentMb(shop.child.pid ?? 0)
  return {
    what: `memory, ${when}`,
    goal: judged ? `<= ${most} MB` : 'reported',
    figure: `${Math.round(mb)} MB`,
    met: judged ? mb <= most : null
  }
}

const measure = async (folder: string, postgres: LocalPostgres | null): Promise<PagesSpeed> => {
  const market = join(folder, 'market')
  const menus = makeMenus(market, SUPPLIERS, PRODUCTS)
  const databaseUrl = postgres ? await createDatabase(postgres, 'pages') : ''
  const env: Record<string, string> = {
    MARKET_DIR: market,
    ...(postgres ? { DATABASE_URL: databaseUrl } : { DATA_DIR: join(folder, 'data') })
  }
  const engine = postgres ? 'PostgreSQL' : 'PGlite'
  await (await startShop({ PORT: String(await freePort()), ...env }, 60_000)).end()
  const rows = [await measureStart(env)]
  const costs: Partial<Costs> = {}
  await withShop({ env, lanes: 0, postgres }, async ({ shop }) => {
    await fetch(`${shop.url}/restaurants`)
    await new Promise((later) => setTimeout(later, 3_000))
    rows.push(measureMemory(shop, `idle, ${engine}`, GOAL.idleMb, postgres !== null))
    const [page = ''] = menus
    const rendered = await measureRendering(shop, postgres, databaseUrl, menus)
    const cached = await measureCached(shop, page)
    rows.push(rendered.row, cached.row)
    if (postgres) Object.assign(costs, { renderedPage: rendered.cost, cachedPage: cached.cost })
    rows.push(measureMemory(shop, `after that load, ${engine}`, GOAL.loadedMb, postgres !== null))
  })
  return { rows, costs }
}

export interface PagesSpeed {
  rows: Row[]
  /** What the simulation of a country reckons with; only what was measured on PostgreSQL. */
  costs: Partial<Costs>
}

/** The front's own figures, on PostgreSQL where its programs are and else on PGlite: start, memory, pages rendered, pages kept. */
export const measurePages = (): Promise<PagesSpeed> =>
  withFolder(async (folder) => (await withPostgres((postgres) => measure(folder, postgres))) ?? (await measure(folder, null)))
