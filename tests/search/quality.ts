import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCaller, type Call } from '#client/call.ts'
import * as search from '#contract/search/calls.ts'
import type { SearchFound } from '#contract/search/calls.ts'
import { isLocale, LOCALES, type Locale } from '#domain/locale.ts'
import { readConfig } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import { createAdapters } from '#server/adapters/create.ts'
import { createApi } from '#server/app.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { INSIDE } from '#server/routes/http/caller.ts'
import { rowsOf } from '#server/db/rows.ts'
import { sql } from 'drizzle-orm'
import { ROOT } from '#tests/support/sources.ts'
import { meant, readMarket } from './expected.ts'

/** A labelled query: README.md beside this file says what the columns mean. */
export interface Query {
  locale: Locale
  class: string
  query: string
  wanted: string
}
export interface Outcome extends Query {
  found: SearchFound
  /** The wanted thing is among the first five products or the first five suppliers. */
  right: boolean
  /** The same for what did-you-mean says, searched for as it stands; null where it says nothing. */
  meantRight: boolean | null
}

const FIRST = 5
/** A Wednesday at one o'clock in Yerevan, when nearly everything is open: figures do not depend on the time of day. */
const NOON = Date.parse('2026-11-18T13:00:00+04:00')
export type Half = 'tune' | 'report'
type Ask = (locale: Locale, term: string) => Promise<SearchFound>

const rowsIn = (file: string): { locale: Locale; cells: string[] }[] =>
  readFileSync(join(ROOT, `tests/search/queries/${file}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [locale = '', ...cells] = line.split('\t')
      if (!isLocale(locale)) throw new Error(`no language in "${line}"`)
      return { locale, cells }
    })

export const readQueries = (half: Half): Query[] =>
  rowsIn(half).map(({ locale, cells: [name = '', query = '', wanted = ''] }) => ({ locale, class: name, query, wanted }))

/** Asks a shop with the demo market, as a person who is over 18 and reads that language. */
const askerOf = async (engine: Engine, at = NOON): Promise<Ask> => {
  const config = readConfig({ LOG: 'silent', SECRET: 'only-for-tests-only-for-tests-only-for-tests' })
  const now = (): number => at
  const app = createApi(createKernel({ config, engine, now, log: () => undefined, adapters: await createAdapters(engine, config, now) }))
  const callIn = (locale: Locale): Call =>
    createCaller({
      fetch: async (path, init = {}) => {
        const headers = new Headers(init.headers)
        headers.set('Cookie', 'buy_is_adult=1')
        return app.fetch(new Request(new URL(path, 'http://shuka.test'), { ...init, headers }), INSIDE)
      },
      locale,
      sessionId: () => '',
      accessToken: () => null
    })
  const calls = new Map(LOCALES.map((locale) => [locale, callIn(locale)]))
  return async (locale, term) => {
    const call = calls.get(locale)
    if (!call) throw new Error(`no caller for ${locale}`)
    return call(search.search, { query: { term, take: FIRST } })
  }
}

/** Asks every query. */
export const askAll = async (engine: Engine, queries: readonly Query[]): Promise<Outcome[]> => {
  const ask = await askerOf(engine)
  const { things } = readMarket()
  const sold = await rowsOf<{ id: number; target: string }>(
    engine.db,
    sql`select p.id, 'product:' || s.alias || '/' || p.code as target from products p join suppliers s on s.id = p.supplier_id`
  )
  const targetOf = new Map(sold.map(({ id, target }) => [id, target]))

  const isRight = ({ locale, wanted }: Query, { products, suppliers }: SearchFound): boolean => {
    const targets = new Set(wanted.split('|').flatMap((one) => meant(things, one, locale).map(({ target }) => target)))
    return (
      products.slice(0, FIRST).some(({ id }) => targets.has(targetOf.get(id) ?? '')) ||
      suppliers.slice(0, FIRST).some(({ alias }) => targets.has(`supplier:${alias}`))
    )
  }
  const outcomes: Outcome[] = []
  for (const query of queries) {
    const found = await ask(query.locale, query.query)
    const meantRight = found.didYouMean === null ? null : isRight(query, await ask(query.locale, found.didYouMean))
    outcomes.push({ ...query, found, right: isRight(query, found), meantRight })
  }
  return outcomes
}

/** Words for what the market does not hold, and what was found for them; only what may be suggested for them is no fault. */
export const askAbsent = async (engine: Engine, half: Half): Promise<{ query: string; said: string | null }[]> => {
  const ask = await askerOf(engine)
  const answers: { query: string; said: string | null }[] = []
  for (const { locale, cells } of rowsIn(`absent-${half}`)) {
    const [query = '', accepts = ''] = cells
    const { count, didYouMean } = await ask(locale, query)
    answers.push({
      query,
      said: count === 0 || (accepts !== '' && didYouMean?.includes(accepts)) ? null : (didYouMean ?? `${count} found`)
    })
  }
  return answers
}

/** Queries with what the names of the first three products hold, or one of several; the names that do not. */
export const askFirst = async (engine: Engine): Promise<{ query: string; wrong: string[] }[]> => {
  const ask = await askerOf(engine)
  const answers: { query: string; wrong: string[] }[] = []
  for (const { locale, cells } of rowsIn('first')) {
    const [query = '', first = ''] = cells
    const { products } = await ask(locale, query)
    const names = products.slice(0, 3).map(({ name }) => name.toLowerCase())
    const wrong = names.filter((name) => !first.split('|').some((part) => name.includes(part)))
    answers.push({ query, wrong: names.length === 0 ? ['nothing'] : wrong })
  }
  return answers
}

const share = (outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean): number =>
  outcomes.length === 0 ? 1 : outcomes.filter(holds).length / outcomes.length

/** The figures of the search, each a share of 0 to 1. */
export const figuresOf = (outcomes: readonly Outcome[]) => {
  const damaged = outcomes.filter((outcome) => outcome.class !== 'correct')
  // What was found was found for another term, or nothing was: the words as typed find nothing.
  const lost = damaged.filter(({ found }) => found.didYouMean !== null || found.count === 0)
  const spoken = lost.filter(({ meantRight }) => meantRight !== null)
  const classes = Map.groupBy(outcomes, (outcome) => outcome.class)
  return {
    overall: share(outcomes, ({ right }) => right),
    byClass: Object.fromEntries([...classes].map(([name, own]) => [name, share(own, ({ right }) => right)])),
    speaks: share(lost, ({ meantRight }) => meantRight !== null),
    isRight: share(spoken, ({ meantRight }) => meantRight === true),
    alters: share(classes.get('correct') ?? [], ({ found }) => found.didYouMean !== null)
  }
}
