import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { PRODUCT_LABELS, SUPPLIER_KINDS, SUPPLIER_SORTINGS } from '#domain/enums.ts'
import { APP_BAR, BLOCK_SIZES, BLOCK_TYPES, HOME_SECTIONS, type BlockSize, type BlockType } from '#domain/home.ts'
import type { BlockContents, OccasionContent } from '#server/services/home/block-content.ts'
import { cleanHtml, safeHref } from '#server/services/home/clean-html.ts'
import { DEFAULT_HOME } from '#server/services/home/default-home.ts'
import { id } from './check-branch.ts'
import type { Shared } from './check-market.ts'
import { across, flag, keyText, list, markup, record, uniqueKeys, whole, words } from './check-values.ts'
import { shown, type FaultList } from '#server/market-import/faults.ts'
import { HOME_FILE } from '#server/market-import/folder.ts'
import { isEmoji } from '#server/market-import/pictures.ts'
import { checkYaml, readYaml, type YamlFile } from '#server/market-import/read-yaml.ts'

/** A row of the section `section`; `content` is a BlockContents of its type, or an OccasionContent. */
export type HomeRow = {
  section: string
  key: string
  type: BlockType | 'occasion'
  size: BlockSize
  content: object
  position: number
}

const EMOJI = 'one emoji of the picture set'
const emoji = v.pipe(v.string(EMOJI), v.check(isEmoji, EMOJI))
const HREF = "a page of the shop such as '/restaurants?open=1', or another site's by https"
const href = v.pipe(
  v.string(HREF),
  v.check((text) => safeHref(text) !== null, HREF)
)
const oneOf = <const Options extends readonly string[]>(options: Options) => v.picklist(options, `one of ${options.join(', ')}`)
const kind = oneOf(SUPPLIER_KINDS)
const noneOf = <Item extends v.GenericSchema>(item: Item, message: string) => v.optional(list(item, message), [])

const banner = record({
  title: words(120),
  text: v.optional(words(200)),
  action: words(60),
  href,
  pictures: v.pipe(
    list(emoji, 'a list of one to three emoji'),
    v.minLength(1, 'at least one emoji'),
    v.maxLength(3, 'at most three emoji')
  ),
  hue: whole(0, 359)
})
const collections = noneOf(record({ supplier: id, code: v.string('the code of a product') }), 'a list of products: supplier, code')
const supplierIds = noneOf(id, 'a list of ids of suppliers')

/** Fields of each block type besides key, type, size, title and href. */
const PARTS = (shared: Shared) => {
  const category = v.pipe(
    v.string('a category of market.yaml'),
    v.check((key) => shared.categories.has(key), 'a category of market.yaml')
  )
  const brand = v.pipe(
    v.string('a brand of market.yaml'),
    v.check((key) => shared.brands.has(key), 'a brand of market.yaml')
  )
  return {
    'banner-slider': {
      banners: v.pipe(list(banner, 'a list of banners: title, text, action, href, pictures, hue'), v.nonEmpty('at least one banner')),
      campaigns: v.optional(whole(0, 10), 0)
    },
    'app-bar': { categories: v.pipe(list(oneOf(APP_BAR), 'a list of app-bar categories'), v.nonEmpty('at least one category')) },
    'category-teaser': { of: oneOf(['sections', ...SUPPLIER_KINDS]), categories: noneOf(category, 'a list of categories of market.yaml') },
    'item-management-category-teaser': { category, suppliers: supplierIds, products: collections },
    banner: { banner },
    'html-code': { html: markup(20_000) },
    'info-code': {
      facts: v.pipe(
        list(
          record({ picture: v.optional(emoji), title: words(120), text: words(400), href: v.optional(href) }),
          'a list of facts: picture, title, text, href'
        ),
        v.nonEmpty('at least one fact')
      )
    },
    'manufacturer-slider': {
      of: v.optional(kind),
      open: v.optional(flag, false),
      sorting: v.optional(v.pipe(whole(1, 9), v.picklist(Object.values(SUPPLIER_SORTINGS)))),
      suppliers: supplierIds
    },
    'article-slider': { of: v.optional(oneOf(['deals', ...PRODUCT_LABELS])), kind: v.optional(kind), products: collections },
    'brand-slider': { brands: noneOf(brand, 'a list of brands of market.yaml') }
  } satisfies Record<BlockType, v.ObjectEntries>
}

interface Block {
  key: string
  type: BlockType
  size: BlockSize
}

const needsItems = across<Block & { of?: string | undefined; suppliers?: unknown[]; products?: unknown[] }>((block, report) => {
  const itemCount = [...(block.suppliers ?? []), ...(block.products ?? [])].length
  const isSlider = block.type === 'manufacturer-slider' || block.type === 'article-slider'
  if (isSlider && !block.of && itemCount === 0) report([], `names neither "of" nor what it shows; expected one of the two`)
  if (block.type === 'item-management-category-teaser' && itemCount === 0) report([], 'shows nothing; expected suppliers or products')
})

const homeSchema = (shared: Shared) => {
  const parts = PARTS(shared)
  const common = { key: keyText, type: oneOf(BLOCK_TYPES), size: oneOf(BLOCK_SIZES), title: v.optional(words(120)), href: v.optional(href) }
  const schemas = Object.fromEntries(BLOCK_TYPES.map((type) => [type, v.pipe(record({ ...common, ...parts[type] }), needsItems as never)]))
  const unknown = v.looseObject({ type: oneOf(BLOCK_TYPES) }, 'a block: key, type, size and what its type needs')
  const block = v.lazy(
    (input) => (schemas[String((input as { type?: unknown } | null)?.type)] ?? unknown) as v.GenericSchema<unknown, Block>
  )
  const blocks = v.optional(v.pipe(list(block, 'a list of blocks: key, type, size and what the type needs'), uniqueKeys()), [])
  const category = parts['item-management-category-teaser'].category
  const occasion = record({
    key: keyText,
    name: words(60),
    picture: emoji,
    categories: v.pipe(list(category, 'a list of categories'), v.nonEmpty('at least one category'))
  })
  return record({
    ...(Object.fromEntries(HOME_SECTIONS.map((section) => [section, blocks])) as Record<(typeof HOME_SECTIONS)[number], typeof blocks>),
    occasions: v.optional(v.pipe(list(occasion, 'a list of occasions: key, name, picture, categories'), uniqueKeys()), [])
  })
}

const rowOf = (section: string, { key, type, size, ...content }: Block, position: number): HomeRow => ({
  section,
  key,
  type,
  size,
  content,
  position
})

const cleaned = async (row: HomeRow, yaml: YamlFile): Promise<HomeRow> => {
  if (row.type !== 'html-code') return row
  const { html, ...rest } = row.content as BlockContents['html-code']
  const clean = { hy: await cleanHtml(html.hy), en: await cleanHtml(html.en), ru: await cleanHtml(html.ru) }
  for (const [locale, text] of Object.entries(clean))
    if (text === '')
      yaml.report(
        [row.section, row.position, 'html', locale],
        `is ${shown(html.en)}, of which nothing may be shown; expected text in p, ul, ol, li, h3, h4, a, strong, em`
      )
  return { ...row, content: { ...rest, html: clean } }
}

export interface HomeFile {
  rows: HomeRow[]
  /** null: the market has no home.yaml. */
  yaml: YamlFile | null
  faults: FaultList
}

/** Reads home.yaml as rows with sanitized markup, or the default home page without such a file. Faults are reported. */
export const readHomeFile = async (root: string, shared: Shared, faults: FaultList): Promise<HomeFile> => {
  if (!existsSync(join(root, HOME_FILE)))
    return { rows: DEFAULT_HOME.map((block, index) => rowOf('main', block, index)), yaml: null, faults }
  const yaml = await readYaml(join(root, HOME_FILE), HOME_FILE, faults)
  const file = yaml && checkYaml(yaml, homeSchema(shared))
  if (!yaml || !file) return { rows: [], yaml, faults }
  const rows = HOME_SECTIONS.flatMap((section) => file[section].map((block, index) => rowOf(section, block, index)))
  const blocks = await Promise.all(rows.map((row) => cleaned(row, yaml)))
  const occasions = file.occasions.map(({ key, ...content }, position): HomeRow => {
    const row: OccasionContent = content
    return { section: 'find-gift', key, type: 'occasion', size: 's', content: row, position }
  })
  return { rows: [...blocks, ...occasions], yaml, faults }
}
