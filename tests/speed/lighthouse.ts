import { randomBytes } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { createCaller } from '#client/call.ts'
import { ANONYMOUS_COOKIE } from '#domain/constants.ts'
import { supplierPath } from '#domain/enums.ts'
import { median, type Row } from './rows.ts'
import { openSpeedBrowser } from './speed-browser.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** What is used of Lighthouse: its own types bring 100,000 lines of others along, a fifth of what the type check reads. */
interface Result {
  categories: Partial<Record<string, { score: number | null }>>
  audits: Partial<Record<string, { numericValue?: number }>>
  environment: { benchmarkIndex: number }
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>
const loadLighthouse = async (): Promise<Lighthouse> =>
  ((await import(import.meta.resolve('lighthouse'))) as { default: Lighthouse }).default

interface Audited {
  name: string
  path: string
  /** The least score of each category; 0 asks for nothing. */
  scores: Record<Category, number>
  /** Whether the paint goals hold here. */
  paints: boolean
}
interface Marks {
  scores: Record<Category, number>
  lcp: number
  cls: number
  tbt: number
}

const WHOLE = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
const RUNS = 5
/** Largest paint in milliseconds, layout shift, blocking time in milliseconds. */
const PAINT = { lcp: 1_500, cls: 0.01, tbt: 30 }
const MAX_MINUTES = 6

/** The pages that are audited, found in the market of the shop at `url`; the checkout is somebody's who has a basket. */
const pagesOf = async (url: string, sessionId: string): Promise<Audited[]> => {
  const call = createCaller({ locale: 'hy', base: `${url}/api`, fetch, sessionId: () => sessionId })
  const supplier = await call(catalogue.supplierByAlias, { params: { name: 'nrneni' } })
  const { items } = await call(catalogue.products, { query: { supplierId: supplier.id, take: 200 } })
  const product = items.find(({ adult, hasOptions, stock }) => !adult && !hasOptions && stock === null)
  const [campaign] = await call(info.campaigns)
  if (!product || !campaign) throw new Error('the demo market has no plain product or no campaign')
  await call(baskets.add, { body: { productId: product.id, quantity: product.minimumPurchase } })
  const whole = (name: string, path: string): Audited => ({ name, path, scores: WHOLE, paints: true })
  return [
    whole('home', '/'),
    whole('restaurants', '/restaurants'),
    whole('supplier', supplierPath(supplier.kind, supplier.alias)),
    whole('product', `/products/${product.id}`),
    whole('campaign', `/campaigns/${campaign.slug}`),
    { name: 'checkout', path: '/checkout', scores: { ...WHOLE, performance: 97, seo: 0 }, paints: false }
  ]
}

const marksOf = ({ categories, audits }: Result): Marks => {
  const score = (category: Category): number => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string): number => audits[audit]?.numericValue ?? NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo')
    },
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time')
  }
}

const rowsOf = ({ name, scores, paints }: Audited, marks: readonly Marks[]): Row[] => {
  const of = (read: (mark: Marks) => number): number => median(marks.map(read))
  const found = CATEGORIES.map((category) => of((mark) => mark.scores[category]))
  const goals = CATEGORIES.map((category) => scores[category])
  const [lcp, cls, tbt] = [of((mark) => mark.lcp), of((mark) => mark.cls), of((mark) => mark.tbt)]
  return [
    {
      what: `Lighthouse mobile, ${name}, median of ${marks.length}`,
      goal: goals.map((goal) => (goal ? `>= ${goal}` : 'any')).join(' / '),
      figure: found.join(' / '),
      met: found.every((score, index) => score >= (goals[index] ?? 0))
    },
    {
      what: `LCP, CLS, TBT, ${name}`,
      goal: paints ? `<= ${PAINT.lcp / 1000} s, ${PAINT.cls}, ${PAINT.tbt} ms` : 'reported',
      figure: `${(lcp / 1000).toFixed(2)} s, ${cls.toFixed(3)}, ${tbt.toFixed(0)} ms`,
      met: paints ? lcp <= PAINT.lcp && cls <= PAINT.cls && tbt <= PAINT.tbt : null
    }
  ]
}

/**
 * Lighthouse's mobile audit of the shop at `url`, the demo market in it: a row of scores and one of paints for each page.
 * The pages take turns, so that a slow minute of the machine does not fall on one of them; after six minutes no round begins.
 */
export const lighthouseRows = async (url: string, runs = RUNS): Promise<Row[]> => {
  const sessionId = randomBytes(16).toString('hex')
  const pages = await pagesOf(url, sessionId)
  const lighthouse = await loadLighthouse()
  const browser = await openSpeedBrowser()
  const marks = new Map<string, Marks[]>(pages.map(({ name }) => [name, []]))
  const machine: number[] = []
  const flags = { port: browser.port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] }
  try {
    await browser.context.addCookies([{ name: ANONYMOUS_COOKIE, value: sessionId, url }])
    const until = Date.now() + MAX_MINUTES * 60_000
    let longest = 0
    for (let run = 0; run < runs; run += 1) {
      const began = Date.now()
      if (began + longest > until) break
      for (const { name, path } of pages) {
        const result = await lighthouse(url + path, flags)
        const mark = result ? marksOf(result.lhr) : null
        // A machine that is too busy paints nothing in time: that says nothing of the page.
        if (mark && Number.isFinite(mark.lcp)) marks.get(name)?.push(mark)
        machine.push(result?.lhr.environment.benchmarkIndex ?? NaN)
      }
      longest = Math.max(longest, Date.now() - began)
    }
  } finally {
    await browser.close()
  }
  return [
    ...pages.flatMap((page) => rowsOf(page, marks.get(page.name) ?? [])),
    {
      what: "Lighthouse's benchmark of this machine while it ran",
      goal: 'reported',
      figure: `${median(machine).toFixed(0)} (a quiet one: over 2000)`,
      met: null
    }
  ]
}
