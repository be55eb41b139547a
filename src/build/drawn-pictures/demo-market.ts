import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Words } from '#domain/locale.ts'
import { coverPicture } from '#domain/product-pictures/picture-of.ts'
import { picturesOf, type Shelves } from '#domain/product-pictures/shelves.ts'
import { coverOwner, PICTURE_NAME } from '#domain/pictures.ts'
import { splitCells } from '#server/market-import/split-cells.ts'
import { placesOf, type CoverFacts } from './cover-art.ts'
import type { Label } from './pack-art.ts'

const EMOJI = /^\P{ASCII}/u

const linesOf = (path: string): Map<string, string>[] => {
  const [header = [], ...rows] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const split = splitCells(line)
      return 'cells' in split ? split.cells : []
    })
  return rows.map((cells) => new Map(header.map((column, index) => [column, cells[index] ?? ''])))
}

const wordsIn = (row: Map<string, string>, column: string): Words => {
  const of = (locale: string): string => row.get(`${column}_${locale}`) ?? ''
  return { hy: of('hy'), en: of('en'), ru: of('ru') }
}

/** A colour of its own for each brand. */
const hueOf = (key: string): number => Number.parseInt(hash('sha256', key).slice(0, 6), 16) % 360

/** An emoji as a composed picture of itself alone. */
const drawnName = (picture: string): string => {
  if (PICTURE_NAME.test(picture)) return picture
  const points = Array.from(picture, (sign) => (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  return `plain.u${points.filter((point) => point !== 'fe0f').join('-')}`
}

interface Shown {
  department: string
  sign: string
  picture: string
}
/** What stands for a supplier: for each sign of its file the first product of that sign, then one of each department in turn. */
const mainPictures = (signs: readonly string[], products: readonly Shown[], most: number): string[] => {
  const bySign = signs.flatMap((sign) => products.find((product) => product.sign === sign) ?? [])
  const byDepartment = products.filter(({ department }, index) => products.findIndex((one) => one.department === department) === index)
  return [...new Set([...bySign, ...byDepartment, ...products].map(({ picture }) => drawnName(picture)))].slice(0, most)
}

/** The names of all composed pictures that a market folder needs, in order, the labels of its brands, and what the covers of its suppliers show, by `coverOwner`. The import finds faults. */
export const readDemoMarket = (root: string): { names: string[]; labels: Map<string, Label>; covers: Map<string, CoverFacts> } => {
  const market = parse(readFileSync(join(root, 'market.yaml'), 'utf8')) as { brands?: { key: string; name: Words }[] }
  const brands = new Map((market.brands ?? []).map(({ key, name }) => [key, name]))
  const names = new Set<string>()
  const covers = new Map<string, CoverFacts>()
  for (const alias of readdirSync(join(root, 'suppliers')).sort()) {
    const folder = join(root, 'suppliers', alias)
    const file = parse(readFileSync(join(folder, 'supplier.yaml'), 'utf8')) as Shelves & {
      id: number
      name: Words
      hue: number
      pictures: string[]
    }
    const shown: Shown[] = []
    for (const sign of file.pictures) names.add(coverPicture(sign))
    for (const row of linesOf(join(folder, 'products.csv'))) {
      const signs = (row.get('picture') ?? '').split('|').filter((sign) => EMOJI.test(sign))
      const key = row.get('brand') ?? ''
      const brand = brands.get(key)
      const pictures = picturesOf(file, {
        department: row.get('department') ?? '',
        name: wordsIn(row, 'name'),
        description: wordsIn(row, 'description'),
        isWeighed: row.get('unit') === 'gram',
        brand: brand ? { key, name: brand } : null,
        signs
      })
      for (const picture of pictures) names.add(picture)
      // Goods for adults are veiled.
      if (!row.get('adult') && pictures[0] && (EMOJI.test(pictures[0]) || PICTURE_NAME.test(pictures[0])))
        shown.push({ department: row.get('department') ?? '', sign: signs[0] ?? '', picture: pictures[0] })
    }
    const most = mainPictures(file.pictures, shown, placesOf(file.kind))
    if (most.length > 0 && file.pictures.every((picture) => EMOJI.test(picture)))
      covers.set(coverOwner({ ...file, pictures: file.pictures.map(coverPicture) }), {
        kind: file.kind,
        hue: file.hue,
        initial: file.name.hy.slice(0, 1),
        pictures: most
      })
  }
  const labels = new Map([...brands].map(([key, name]) => [key, { name: name.en, hue: hueOf(key) }]))
  return { names: [...names].filter((name) => PICTURE_NAME.test(name)).sort(), labels, covers }
}
