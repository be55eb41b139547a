import { randomInt } from 'node:crypto'
import { get } from 'node:http'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as search from '#contract/search/calls.ts'
import * as sitemap from '#contract/sitemap/calls.ts'
import { LOCALES } from '#domain/locale.ts'
import { createCaller, type Call, type Fetch } from '#client/call.ts'
import { openLane } from './lane.ts'
import { openOrderStreams } from './order-streams.ts'
import { createRandom, zipf } from './random.ts'
import { gatherCrowd, guestOf } from './shoppers.ts'
import { Tally } from './tally.ts'
import { visitAsBuyer, visitAsGuest, type Visit, type Visited } from './visitors.ts'

const BUYERS = 60
const GUESTS = 60
const STREAMS = 20
const TICK_MS = 10
const TERMS = ['պանիր', 'հաց', 'կաթ', 'գինի', 'tolma', 'cheese', 'bread', 'coffee', 'pizza', 'сыр', 'молоко', 'кофе', 'shokolad', 'xoravac']

/** Addresses that most people look at, each in every language. */
const HOT = 40
const BROWSER = { headers: { 'Accept-Encoding': 'gzip, br', Accept: 'text/html' } }
/** Pages at once when the shop is warmed. */
const WARMERS = 8
/** Buyers come one after the other: as many as BUYERS signing in at once is a flood. */
const ARRIVAL_MS = 2_000

/** What each request is, in shares of all. Somebody's next step falls to a page when everybody is waiting for an answer. */
const MIX = { page: 0.43, file: 0.05, uncached: 0.04, listing: 0.08, search: 0.06, missing: 0.01, guest: 0.15, buyer: 0.18 } as const
type Kind = keyof typeof MIX

export interface OpenLoop {
  tally: Tally
  orders: () => number
  events: () => number
  /** Sends until the time is over and every answer has arrived. */
  run: (perSecond: number, seconds: number) => Promise<void>
}

const pathsOf = async (call: Call, fetch: Fetch) => {
  const { pages, suppliers, productPieces } = await call(sitemap.overview)
  const products = (await Promise.all(productPieces.map((piece) => call(sitemap.products, { params: { piece } })))).flatMap(
    ({ ids }) => ids
  )
  const home = await (await fetch('/')).text()
  const files = [...new Set(home.match(/\/_astro\/[\w.@-]+/g))]
  if (files.length === 0) throw new Error('the home page names no files')
  const all = ['', ...pages, ...suppliers].map((path) => path.replace(/^\/$/, ''))
  const cached = all.filter((_, index) => index % Math.ceil(all.length / HOT) === 0)
  return { cached, products, files }
}

/** Over a connection of its own: workers share connections, not requests, and each has a page cache to fill. */
const readAlone = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const req = get(url, { agent: false, ...BROWSER }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`${url}: ${res.statusCode}`))
      res.resume().once('end', resolve)
    })
    req.once('error', reject)
  })

const localizedTo = (path: string, locale: string): string => `${locale === 'hy' ? '' : `/${locale}`}${path}` || '/'

/**
 * People who look, search, fill baskets and order at a fixed rate, whether or not the shop has answered those before: a shop that stalls has
 * to answer all who came meanwhile.
 */
export const openLoad = async (url: string): Promise<OpenLoop> => {
  const lane = openLane(url, Infinity)
  const random = createRandom(7)
  const tally = new Tally()
  const crowd = await gatherCrowd(url, [lane], { people: 0, guests: 500 })
  const { cached, products, files } = await pathsOf(lane.callerOf(guestOf()), lane.fetch)
  const fetchAs = Object.fromEntries(
    Object.keys(MIX).map((kind) => [kind, tally.watch(lane, kind, kind === 'missing' ? 404 : 200)])
  ) as Record<Kind, Fetch>
  const streams = openOrderStreams(url, STREAMS, tally)
  let orders = 0
  let phone = randomInt(1_000_000, 8_000_000)
  const visited = (kind: 'guest' | 'buyer'): Visited => ({
    url,
    fetch: fetchAs[kind],
    goods: () => crowd.goodsFor(Math.floor(random() * 500)),
    onOrder: () => (orders += 1),
    onSignIn: streams.offer
  })
  const arrive = (kind: 'guest' | 'buyer'): Visit =>
    kind === 'guest' ? visitAsGuest(visited(kind)) : visitAsBuyer(visited(kind), `+3749${String((phone += 1))}`)
  // Who is not waiting for an answer; everybody else comes back when it has arrived.
  const idle = {
    guest: Array.from({ length: GUESTS }, () => arrive('guest')),
    buyer: [arrive('buyer')]
  }
  const step = async (kind: 'guest' | 'buyer', visit: Visit): Promise<void> => {
    const failures = tally.failures.length
    const done = await visit.next().catch((cause: unknown) => {
      // A refused request is counted already; anything else is counted here.
      if (tally.failures.length === failures) tally.failed(`${kind}: ${String(cause)}`)
      return { done: true }
    })
    idle[kind].push(done.done ? arrive(kind) : visit)
  }

  const cachedPath = zipf(cached.length, random)
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const localized = (path: string): string => localizedTo(path, of(LOCALES))
  const page = (kind: 'page' | 'file' | 'uncached' | 'missing', path: string): Promise<unknown> => fetchAs[kind](path, BROWSER)
  // A shop with cold caches renders what it else has, and grows until its bounded page cache is full: every page is shown once before.
  const cold = [...cached, ...products.map((id) => `/products/${id}`)].flatMap((path) => LOCALES.map((locale) => localizedTo(path, locale)))
  const warm = async (): Promise<void> => {
    for (let path = cold.pop(); path !== undefined; path = cold.pop()) await readAlone(url + path)
  }
  await Promise.all(Array.from({ length: WARMERS }, warm))
  const callAs = (kind: Kind): Call =>
    createCaller({ fetch: fetchAs[kind], locale: of(LOCALES), sessionId: () => guestOf().anonymousId, accessToken: () => null })
  const send: Record<Kind, () => Promise<unknown>> = {
    page: () => page('page', localized(cached[cachedPath()] ?? '')),
    file: () => page('file', of(files)),
    uncached: () =>
      page(
        'uncached',
        localized(random() < 0.6 ? `/products/${of(products)}` : `/search?term=${encodeURIComponent(of(TERMS))}${randomInt(1e6)}`)
      ),
    missing: () => page('missing', localized(`/restaurants/nobody-${randomInt(1e6)}`)),
    listing: () =>
      random() < 0.5
        ? callAs('listing')(catalogue.listing, { query: { take: 24, skip: Math.floor(random() * 20) * 24 } })
        : callAs('listing')(catalogue.products, { query: { supplierId: crowd.supplier() } }),
    search: () =>
      random() < 0.5
        ? callAs('search')(search.search, { query: { term: of(TERMS) } })
        : callAs('search')(search.suggest, { query: { term: of(TERMS).slice(0, 3) } }),
    guest: () => stepOf('guest'),
    buyer: () => stepOf('buyer')
  }
  const stepOf = (kind: 'guest' | 'buyer'): Promise<unknown> => {
    const visit = idle[kind].shift()
    return visit ? step(kind, visit) : send.page()
  }
  const kindOf = (share: number): Kind => {
    let left = share
    for (const [kind, part] of Object.entries(MIX)) if ((left -= part) < 0) return kind as Kind
    return 'page'
  }

  return {
    tally,
    orders: () => orders,
    events: streams.events,
    run: async (perSecond, seconds) => {
      const underWay = new Set<Promise<unknown>>()
      const begin = performance.now()
      let sent = 0
      let buyers = 1
      const arrivals = setInterval(() => {
        if ((buyers += 1) > BUYERS) clearInterval(arrivals)
        else idle.buyer.push(arrive('buyer'))
      }, ARRIVAL_MS)
      await new Promise<void>((resolve) => {
        const ticks = setInterval(() => {
          const elapsed = (performance.now() - begin) / 1_000
          for (const due = Math.floor(Math.min(elapsed, seconds) * perSecond); sent < due; sent += 1) {
            // A failure is in the tally.
            const request = send[kindOf(random())]().catch(() => undefined)
            underWay.add(request)
            void request.finally(() => underWay.delete(request))
          }
          if (elapsed < seconds) return
          clearInterval(ticks)
          clearInterval(arrivals)
          resolve()
        }, TICK_MS)
      })
      await Promise.all(underWay)
      streams.close()
      lane.close()
    }
  }
}
