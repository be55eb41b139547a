import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { ROOT } from '#tests/support/sources.ts'
import { readTemplates, type Template } from './market-template.ts'
import { createRandom, type Random } from './random.ts'

export interface MarketSize {
  suppliers: number
  /** Lines of products.csv in all. */
  products: number
  cities: number
  seed: number
}

/** The sizes of the growth row: a million products are 8,000 suppliers in 100 cities. */
export const sizeOf = (products: number): MarketSize => {
  const suppliers = Math.max(20, Math.round(products / 125))
  return { suppliers, products, cities: Math.min(100, Math.max(4, Math.round(suppliers / 80))), seed: 7 }
}

const DEMO = join(ROOT, 'content/market')
export const HEADER =
  'code,department,name_hy,name_en,name_ru,description_hy,description_en,description_ru,price,discount,unit,minimum,stock,labels,brand,country,adult,picture,options,properties,content,gifts,tiers'
const FIRST_ID = 10_001
const SMALLEST = 20
/** As far as the last of the largest supplier's files would be read by a person. */
const LARGEST = 6_000

/** How many products each supplier has: a few large ones and many small, as markets are. */
const sizesOf = ({ suppliers, products }: MarketSize): number[] => {
  const spare = products - suppliers * SMALLEST
  const weights = Array.from({ length: suppliers }, (_, rank) => 1 / (rank + 10))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sizes = weights.map((weight) => SMALLEST + Math.min(LARGEST, Math.floor((spare * weight) / sum)))
  let left = products - sizes.reduce((total, size) => total + size, 0)
  for (let rank = 0; left > 0; rank = (rank + 1) % suppliers, left -= 1) sizes[rank] = (sizes[rank] ?? 0) + 1
  return sizes
}

interface City {
  key: string
  name: Record<string, string>
  lat: number
  lng: number
}

/** The demo's towns, then made ones; the n-th is 1/n as large as the first. */
const citiesOf = (known: City[], count: number, random: Random): City[] => {
  const made = Array.from({ length: Math.max(0, count - known.length) }, (_, index): City => {
    const number = known.length + index + 1
    const name = { hy: `Քաղաք ${number}`, en: `Town ${number}`, ru: `Город ${number}` }
    return { key: `town-${number}`, name, lat: Number((39.3 + random() * 1.7).toFixed(4)), lng: Number((43.8 + random() * 2.2).toFixed(4)) }
  })
  return [...known, ...made].slice(0, count)
}

const cityOf = (cities: readonly City[], random: Random): City => {
  const total = cities.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0)
  let wanted = random() * total
  for (const [rank, city] of cities.entries()) {
    wanted -= 1 / (rank + 1)
    if (wanted <= 0) return city
  }
  const [first] = cities
  if (!first) throw new Error('a market has at least one city')
  return first
}

const csvOf = (template: Template, size: number): string => {
  const lines = [HEADER]
  for (let index = 0; index < size; index += 1) {
    const product = template.products[index % template.products.length]
    const round = Math.floor(index / template.products.length)
    if (!product) break
    const names =
      round === 0
        ? product.names
        : product.names.map((name) => (name.endsWith('"') ? `${name.slice(0, -1)} ${round + 1}"` : `${name} ${round + 1}`))
    lines.push(`M-${index + 1},${product.before},${names.join(',')}${product.after}`)
  }
  return `${lines.join('\n')}\n`
}

/** Writes a market of a size into `folder`, in the import format, out of the demo market. The same size and seed write the same bytes. */
export const makeMarket = (folder: string, size: MarketSize): void => {
  const random = createRandom(size.seed)
  const market = parse(readFileSync(join(DEMO, 'market.yaml'), 'utf8')) as { cities: City[] }
  const cities = citiesOf(market.cities, size.cities, random)
  const templates = readTemplates(DEMO)
  mkdirSync(join(folder, 'suppliers'), { recursive: true })
  writeFileSync(join(folder, 'market.yaml'), stringify({ ...market, cities }))
  const sizes = sizesOf(size)
  for (const [rank, products] of sizes.entries()) {
    const template = templates[Math.floor(random() * templates.length)]
    if (!template) throw new Error('the demo market has no supplier to make others of')
    const city = cityOf(cities, random)
    const place = {
      id: FIRST_ID + rank,
      number: rank + 1,
      city: city.key,
      lat: city.lat + (random() - 0.5) * 0.04,
      lng: city.lng + (random() - 0.5) * 0.04,
      alwaysOpen: rank % 2 === 0
    }
    const path = join(folder, 'suppliers', `s-${place.id}`)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'supplier.yaml'), template.yaml(place))
    writeFileSync(join(path, 'products.csv'), csvOf(template, products))
  }
}
