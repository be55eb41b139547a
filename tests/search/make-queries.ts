// Makes queries/tune.tsv and queries/report.tsv from queries/chosen.tsv and the demo market: node tests/search/make-queries.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { damage, damageClasses, randomOf, shuffled } from './damage.ts'
import type { DamageClass, Locale } from './damage.ts'
import { meant, readMarket } from './expected.ts'

interface Chosen {
  locale: Locale
  query: string
  note: string
  wanted: string
}
interface Row {
  locale: Locale
  kind: 'correct' | DamageClass
  query: string
  wanted: string
}

const locales: readonly Locale[] = ['en', 'hy', 'ru']
const folder = fileURLToPath(new URL('queries/', import.meta.url))

// ---- the market ----

const { things, text: everything } = readMarket()
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
// two letters are rather a piece of a code than a word
const anyWord = new Set(wordsOf(everything).filter((word) => word.length > 2))
const nameWords = Object.fromEntries(
  locales.map((locale) => [locale, new Set(things.flatMap((thing) => wordsOf(thing.names[locale])))])
) as Record<Locale, Set<string>>

// ---- what is wanted ----

function wantedOf({ locale, query, wanted }: Chosen): string {
  const targets = wanted === '' ? [`word:${query}`] : wanted.split('|')
  const written = targets.flatMap((target) => {
    const found = meant(things, target, locale)
    if (found.length === 0) throw new Error(`${locale} ${query}: the market has nothing for ${target}`)
    return target.startsWith('all:') ? found.map((thing) => thing.target) : [target]
  })
  return [...new Set(written)].join('|')
}

// ---- damaged forms ----

function nativeWords({ query, note }: Chosen): string[] {
  if (!note.startsWith('native')) return []
  return note.includes('=') ? note.slice(note.indexOf('=') + 1).split(' ') : query.toLowerCase().split(' ')
}

// a name of a supplier or a brand takes few endings: no plural, and in Russian hardly any
const nameEnding: Record<Locale, RegExp> = { hy: /(?<!եր)(ը|ն|ի|ից|ով)$/, en: /'s$/, ru: /$^/ }
const isName = ({ note, wanted }: Chosen): boolean => note === 'name' || /^supplier:[^|]*$/.test(wanted)

function acceptable(kind: DamageClass, chosen: Chosen, damaged: string): boolean {
  const plain = chosen.query.toLowerCase()
  if (damaged.toLowerCase() === plain || damaged !== damaged.trim() || /\t/.test(damaged)) return false
  if ((damaged.match(/\p{L}/gu) ?? []).length < 3) return false
  const changed = wordsOf(damaged).filter((word) => !wordsOf(plain).includes(word))
  if (kind === 'typo' || kind === 'layout') return changed.every((word) => !anyWord.has(word))
  if (changed.some((word) => nameWords[chosen.locale].has(word))) return false
  if (kind === 'ending') return !isName(chosen) || nameEnding[chosen.locale].test(damaged)
  // the name of the wanted thing in another language is fine, the name of something else is not
  const wanted = wantedOf(chosen)
    .split('|')
    .flatMap((target) => meant(things, target, chosen.locale))
  const own = new Set(wanted.flatMap((thing) => locales.flatMap((locale) => wordsOf(thing.names[locale]))))
  return changed.every((word) => !anyWord.has(word) || own.has(word))
}

function damaged(kind: DamageClass, chosen: Chosen, taken: ReadonlySet<string>): string | undefined {
  if (kind === 'ending' && chosen.note === 'title') return undefined
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const text = damage(kind, chosen.locale, chosen.query, attempt, nativeWords(chosen))
    if (text !== undefined && acceptable(kind, chosen, text) && !taken.has(`${chosen.locale} ${text.toLowerCase()}`)) return text
  }
  return undefined
}

/** One damaged row for each chosen query; the classes that suit fewer queries choose first. */
function damagedRows(all: readonly Chosen[], taken: Set<string>): Row[] {
  const order: readonly DamageClass[] = ['transliteration', 'ending', 'layout', 'typo']
  const able = new Map(all.map((chosen) => [chosen, damageClasses.filter((kind) => damaged(kind, chosen, taken) !== undefined)]))
  const free = new Set(all)
  const rows: Row[] = []
  order.forEach((kind, index) => {
    const quota = Math.round(free.size / (order.length - index))
    // first those that no later class can take, the others in their random order
    const later = order.slice(index + 1)
    const suited = [...free].filter((chosen) => able.get(chosen)?.includes(kind))
    const last = (chosen: Chosen) => Number(able.get(chosen)?.some((other) => later.includes(other)) ?? false)
    suited.sort((one, other) => last(one) - last(other))
    for (const chosen of suited.slice(0, quota)) {
      const query = damaged(kind, chosen, taken)
      if (query === undefined) continue
      taken.add(`${chosen.locale} ${query.toLowerCase()}`)
      free.delete(chosen)
      rows.push({ locale: chosen.locale, kind, query, wanted: wantedOf(chosen) })
    }
  })
  return rows
}

// ---- the two files ----

const lines = readFileSync(`${folder}chosen.tsv`, 'utf8').trimEnd().split('\n').slice(1)
const chosen: Chosen[] = lines.map((line) => {
  const [locale = '', query = '', note = '', wanted = ''] = line.split('\t')
  return { locale: locale as Locale, query, note, wanted }
})
const taken = new Set(chosen.map(({ locale, query }) => `${locale} ${query.toLowerCase()}`))
if (taken.size !== chosen.length) throw new Error('a query is chosen twice')

const halves: Record<'tune' | 'report', Row[]> = { tune: [], report: [] }
for (const locale of locales) {
  // a query and its damaged form stay in one half, so that the report half holds only unseen queries
  const mixed = shuffled(
    chosen.filter((one) => one.locale === locale),
    randomOf(`halves ${locale}`)
  )
  // queries that can be transliterated are rare in English: both halves get as many
  mixed.sort((one, other) => Number(nativeWords(other).length > 0) - Number(nativeWords(one).length > 0))
  for (const [half, rows] of Object.entries(halves)) {
    const dealt = mixed.filter((_, index) => (index % 2 === 0) === (half === 'tune'))
    const own = shuffled(dealt, randomOf(`classes ${locale} ${half}`))
    rows.push(...own.map((one): Row => ({ locale, kind: 'correct', query: one.query, wanted: wantedOf(one) })), ...damagedRows(own, taken))
  }
}
for (const [half, rows] of Object.entries(halves)) {
  const text = rows.map(({ locale, kind, query, wanted }) => [locale, kind, query, wanted].join('\t'))
  writeFileSync(`${folder}${half}.tsv`, ['locale\tclass\tquery\twanted', ...text, ''].join('\n'))
  const counts = new Map<string, number>()
  for (const { locale, kind } of rows) counts.set(`${locale} ${kind}`, (counts.get(`${locale} ${kind}`) ?? 0) + 1)
  process.stdout.write(`${half} ${rows.length} ${JSON.stringify(Object.fromEntries(counts))}\n`)
}
