import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { DEFAULT_HOME } from '#server/services/home/default-home.ts'
import { cleanHtml, safeHref } from '#server/services/home/clean-html.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, removeMarkets, writeMarket, type MarketFiles } from '#tests/support/market-files.ts'

const HOME = 'home.yaml'
const WORDS = '{ hy: Բարև, en: Hello, ru: Привет }'
const PAGE = `main:
  - { key: first, type: banner-slider, size: xl, banners: [{ title: ${WORDS}, action: ${WORDS}, href: /shops, pictures: [🍕], hue: 15 }] }
  - { key: second, type: category-teaser, size: m, of: restaurant, categories: [pizza] }
  - { key: third, type: manufacturer-slider, size: s, suppliers: [101] }
  - { key: fourth, type: article-slider, size: l, products: [{ supplier: 101, code: A-1 }] }
  - { key: fifth, type: html-code, size: xs, html: { hy: '<p>Բարև</p>', en: '<p onclick="a()">Hello</p><script>a()</script>', ru: '<p>Привет</p>' } }
  - { key: sixth, type: brand-slider, size: xl, brands: [sevan] }
  - { key: seventh, type: app-bar, size: xl, categories: [hot-deals] }
occasions:
  - { key: feast, name: ${WORDS}, picture: 🎂, categories: [pizza] }
`
const market = (): MarketFiles => ({ ...goodMarket(), [HOME]: PAGE })

let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const take = (files: MarketFiles) => importMarket(engine, writeMarket(files))
const blocks = async (): Promise<{ section: string; key: string; type: string; size: string; content: Record<string, unknown> }[]> => {
  const result: unknown = await engine.db.execute(
    sql.raw('select section, key, type, size, content from home_blocks order by section, position')
  )
  return (result as { rows: never[] }).rows
}
const told = async (files: MarketFiles): Promise<string[]> => {
  const cause: unknown = await take(files).then(
    () => null,
    (error: unknown) => error
  )
  if (!(cause instanceof MarketFaults)) throw new Error(`expected faults, got ${String(cause)}`)
  return cause.faults.map(formatFault)
}

describe('home.yaml', () => {
  it('comes in with its markup cleaned, follows its changes, and a second time changes nothing', async () => {
    await take(market())
    const rows = await blocks()
    expect(rows.map(({ section, key, size }) => `${section} ${key} ${size}`)).toEqual([
      ...[
        'find-gift feast s',
        'main first xl',
        'main second m',
        'main third s',
        'main fourth l',
        'main fifth xs',
        'main sixth xl',
        'main seventh xl'
      ]
    ])
    expect(rows.find(({ key }) => key === 'fifth')?.content).toEqual({
      html: { hy: '<p>Բարև</p>', en: '<p>Hello</p>', ru: '<p>Привет</p>' }
    })
    expect(await take(market())).toMatchObject({ otherChanges: 0, unchanged: 6 })
    expect(await take(edit(edit(market(), HOME, 'size: m,', 'size: xl,'), HOME, 'key: seventh', 'key: eighth'))).toMatchObject({
      otherChanges: 3
    })
    expect((await blocks()).map(({ key }) => key)).toContain('eighth')
    expect((await blocks()).map(({ key }) => key)).not.toContain('seventh')
  })

  it('may be missing: then the page is what every market has', async () => {
    await take(goodMarket())
    expect((await blocks()).map(({ key, type }) => ({ key, type }))).toEqual(DEFAULT_HOME.map(({ key, type }) => ({ key, type })))
  })

  const CASES: [name: string, from: string, to: string, start: string, part: string][] = [
    ['unknown section', 'main:', 'cellar: []\nmain:', `${HOME}:1: cellar: `, 'no such key; known here: main, restaurants'],
    ['unknown type', 'type: category-teaser', 'type: teaser', `${HOME}:3: main[1].type: `, 'one of banner-slider, app-bar'],
    ['size', 'size: m,', 'size: xxl,', `${HOME}:3: main[1].size: `, 'one of xs, s, m, l, xl'],
    ['key of another type', 'of: restaurant,', 'of: restaurant, open: true,', `${HOME}:3: main[1].open: `, 'no such key'],
    ['key twice', 'key: second', 'key: first', `${HOME}:3: main[1].key: `, 'every key once'],
    [
      'no banner',
      `[{ title: ${WORDS}, action: ${WORDS}, href: /shops, pictures: [🍕], hue: 15 }]`,
      '[]',
      `${HOME}:2: main[0].banners: `,
      'at least one banner'
    ],
    ['script as an address', 'href: /shops', "href: 'javascript:alert(1)'", `${HOME}:2: main[0].banners[0].href: `, 'a page of the shop'],
    ['another site without https', 'href: /shops', 'href: //evil.example', `${HOME}:2: main[0].banners[0].href: `, 'a page of the shop'],
    ['language missing', ', ru: Привет }, action', ' }, action', `${HOME}:2: main[0].banners[0].title.ru: `, 'is missing'],
    [
      'category unknown',
      'categories: [pizza] }\n  - { key: third',
      'categories: [sushi] }\n  - { key: third',
      `${HOME}:3: main[1].categories[0]: `,
      'a category of market.yaml'
    ],
    ['brand unknown', '[sevan]', '[nobody]', `${HOME}:7: main[5].brands[0]: `, 'a brand of market.yaml'],
    [
      'supplier unknown',
      'suppliers: [101]',
      'suppliers: [109]',
      `${HOME}:4: main[2].suppliers[0]: `,
      'the id of a supplier of this market'
    ],
    ['product unknown', 'code: A-1', 'code: A-9', `${HOME}:5: main[3].products[0]: `, 'there is no product A-9 of supplier 101'],
    ['nothing to show', ', suppliers: [101]', '', `${HOME}:4: main[2]: `, 'names neither "of" nor what it shows'],
    [
      'markup of nothing',
      'en: \'<p onclick="a()">Hello</p><script>a()</script>\'',
      "en: '<script>Hello</script>'",
      `${HOME}:6: main[4].html.en: `,
      'nothing may be shown'
    ],
    ['app bar', '[hot-deals]', '[cold-deals]', `${HOME}:8: main[6].categories[0]: `, 'one of new-on-buy'],
    ['occasion of nothing', 'categories: [pizza] }\n', 'categories: [] }\n', `${HOME}:10: occasions[0].categories: `, 'at least one']
  ]
  it.each(CASES)('%s is told by file and line', async (_name, from, to, start, part) => {
    const files = market()
    const changed =
      from === 'categories: [pizza] }\n'
        ? { ...files, [HOME]: PAGE.replace(/categories: \[pizza\] }\n$/, to) }
        : edit(files, HOME, from, to)
    const faults = await told(changed)
    expect(faults).toHaveLength(1)
    expect(faults[0]?.startsWith(start), faults[0]).toBe(true)
    expect(faults[0]).toContain(part)
  })
})

const TAGS = [
  'p',
  'b',
  'a href="/x"',
  'a href="javascript:x"',
  'ul',
  'li',
  'table',
  'td',
  'svg',
  'math',
  'style',
  'script',
  'textarea',
  'noscript',
  'h1',
  'img src=x onerror=a()',
  'template',
  'form',
  'select',
  'option',
  'iframe srcdoc="<b>"'
]
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...TAGS.map((tag) => `<${tag}>`)),
      fc.constantFrom(...TAGS.map((tag) => `</${tag.split(' ')[0] ?? ''}>`)),
      fc.constantFrom('<!--', '-->', '<![CDATA[', '"', "'", '&lt;', '&', '<', '>', ' onclick=a() ', 'text')
    )
  )
  .map((parts) => parts.join(''))

describe('markup of editors', () => {
  it('is left with a few harmless elements, whatever stood there, and cleaning it again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (dirty) => {
        const clean = await cleanHtml(dirty)
        const tags = clean.match(/<[^>]*>/g) ?? []
        for (const tag of tags)
          expect(tag).toMatch(/^<\/?(p|b|strong|em|i|a|br|hr|ul|ol|li|h3|h4|blockquote|small|s|sub|sup)( href="\/x")?>$/)
        expect(clean.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
        expect(await cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: 500 }
    )
  })

  it.each([
    ['<svg><style><img src=x onerror=a()></style></svg>Hello', 'Hello'],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=a()&gt;">', ''],
    ['<noscript><p title="</noscript><img src=x onerror=a()>">', ''],
    ['<a href="java&#10;script:a()">one</a> <a href="//evil">two</a> <a href="data:text/html,x">three</a>', 'one two three'],
    ['<a href="https://example.am/x?a=1&b=2">out</a>', '<a href="https://example.am/x?a=1&amp;b=2" rel="noopener nofollow">out</a>'],
    ['<ul>loose<li>one<ul><li>two</li></ul></li></ul>', '<ul><li>loose</li><li>one<ul><li>two</li></ul></li></ul>'],
    ['<h1>Title</h1><p style="color:red" class="x">a &amp; b &lt;c&gt;', '<h3>Title</h3><p>a &amp; b &lt;c&gt;</p>']
  ])('%s becomes %s', async (dirty, clean) => {
    expect(await cleanHtml(dirty)).toBe(clean)
  })

  it.each(['//evil', '/\\evil', 'http://plain.am', 'javascript:a()', ' /x', '/a\nb', 'x', '', 'https:'])('no link leads to %j', (href) => {
    expect(safeHref(href)).toBeNull()
  })
})
