import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#tests/support/sources.ts'

const DEMO = join(ROOT, 'content/market')
/** Suppliers of the demo market with more products than a long menu needs. */
const LONG = ['nrneni', 'bari-harevan', 'koghov', 'aratun']
const FIRST_ID = 600_000

/**
 * Writes a market of `count` suppliers with `products` products each, taken from the longest menus of the demo market, into `folder`.
 * Answers the paths of their pages, without a language.
 */
export const makeMenus = (folder: string, count: number, products: number): string[] => {
  mkdirSync(join(folder, 'suppliers'), { recursive: true })
  copyFileSync(join(DEMO, 'market.yaml'), join(folder, 'market.yaml'))
  const models = LONG.map((alias) => {
    const path = join(DEMO, 'suppliers', alias)
    return {
      about: readFileSync(join(path, 'supplier.yaml'), 'utf8'),
      menu:
        readFileSync(join(path, 'products.csv'), 'utf8')
          .split('\n')
          .slice(0, products + 1)
          .join('\n') + '\n'
    }
  })
  return Array.from({ length: count }, (_, index) => {
    const model = models[index % models.length]
    if (!model) throw new Error('no supplier to copy')
    const id = FIRST_ID + index
    const alias = `long-menu-${index}`
    const own = join(folder, 'suppliers', alias)
    mkdirSync(own)
    let branch = 0
    const about = model.about
      .replace(/^id: \d+/m, `id: ${id}`)
      .replace(/^( {2}- id: )\d+/gm, (_line, start: string) => `${start}${id}${(branch += 1)}`)
    writeFileSync(join(own, 'supplier.yaml'), about)
    writeFileSync(join(own, 'products.csv'), model.menu)
    return `/supermarkets/${alias}`
  })
}
