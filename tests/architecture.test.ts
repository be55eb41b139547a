import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveImport, ROOT, sourcesOf, type Source } from './support/sources.ts'

const sources = sourcesOf('src')
const MAX_LINES = 300
const MAX_FILES = 25

/** What each layer may reach: other layers of this project, and packages (regular expressions). `types` may be imported as types only. */
const LAYERS: Record<string, { may: string[]; types?: string[]; packages: RegExp }> = {
  domain: { may: ['domain'], packages: /^$/ },
  contract: { may: ['contract', 'domain'], packages: /^valibot$/ },
  i18n: { may: ['i18n', 'domain'], packages: /^(i18next|dayjs(\/.*)?)$/ },
  client: { may: ['client', 'contract', 'domain'], packages: /^$/ },
  stores: { may: ['stores', 'client', 'contract', 'domain', 'i18n'], packages: /^(nanostores|@nanostores\/persistent|valibot)$/ },
  islands: {
    may: ['islands', 'page-scripts', 'stores', 'i18n', 'domain'],
    types: ['contract'],
    packages: /^(react|react-dom(\/client)?|@nanostores\/react|nanostores|leaflet(\/.*)?|swiper(\/modules)?|uqr|astro)$/
  },
  'page-scripts': {
    may: ['page-scripts', 'stores', 'client', 'contract', 'i18n', 'domain'],
    types: ['islands'],
    packages: /^swiper(\/modules)?$/
  },
  components: {
    may: ['components', 'i18n', 'domain', 'styles', 'islands', 'page-scripts'],
    types: ['contract', 'client'],
    packages: /^(astro(:.*)?|lucide-static(\/.*)?)$/
  },
  layouts: {
    may: ['layouts', 'components', 'i18n', 'domain', 'styles', 'islands', 'page-scripts'],
    types: ['contract'],
    packages: /^(astro(:.*)?|lucide-static(\/.*)?)$/
  },
  pages: {
    may: ['pages', 'layouts', 'components', 'islands', 'page-scripts', 'stores', 'client', 'contract', 'domain', 'i18n', 'styles'],
    packages: /^astro(:.*)?$/
  },
  /** Steps of the build; what they build into the pages, and the development API, they name by path or import late. */
  build: {
    may: ['build', 'domain', 'server/dev.ts', 'server/market-import/split-cells.ts'],
    packages: /^(astro|@astrojs\/(markdown-satteri|node|react)|fontkitten|sharp|terser|yaml|node:.*)$/
  },
  'server/routes': {
    may: [
      'contract',
      'domain',
      'i18n',
      'server/routes',
      'server/services',
      'server/kernel.ts',
      'server/context.ts',
      'server/config.ts',
      'server/front/headers.ts',
      'server/client-address.ts',
      'server/simulators/html-page.ts'
    ],
    types: ['server/db', 'server/adapters'],
    packages: /^(hono(\/.*)?|@hono\/node-server|qs|valibot|uqr|drizzle-orm)$/
  },
  'server/services': {
    may: [
      'domain',
      'contract',
      'i18n',
      'server/services',
      'server/catalogue-memory',
      'server/search-engine',
      'server/db',
      'server/adapters',
      'server/cache.ts',
      'server/memoize.ts',
      'server/context.ts',
      'server/config.ts'
    ],
    packages:
      /^(@node-rs\/argon2|drizzle-orm(\/.*)?|jose(\/.*)?|libphonenumber-js|satteri|uqr|yaml|sharp|valibot|@valibot\/to-json-schema|node:.*)$/
  },
  'server/market-import': {
    may: [
      'domain',
      'contract',
      'server/market-import',
      'server/services/home',
      'server/services/core',
      'server/db',
      'server/cache.ts',
      'server/memoize.ts'
    ],
    packages: /^(drizzle-orm(\/.*)?|valibot|yaml|sharp|node:.*)$/
  },
  'server/search-engine': {
    may: ['domain', 'server/search-engine', 'server/catalogue-memory', 'server/db', 'server/cache.ts', 'server/memoize.ts'],
    packages: /^(drizzle-orm(\/.*)?|node:.*)$/
  },
  'server/catalogue-memory': {
    may: ['domain', 'server/catalogue-memory', 'server/db', 'server/cache.ts', 'server/memoize.ts'],
    packages: /^(drizzle-orm(\/.*)?|node:.*)$/
  },
  'server/db': {
    may: ['domain', 'server/db', 'server/cache.ts', 'server/memoize.ts'],
    packages: /^(drizzle-orm(\/.*)?|drizzle-kit|@electric-sql\/pglite(\/.*)?|pg|node:.*)$/
  },
  /** The other end of the wire: knows neither the shop's tables nor its services. */
  'server/simulators': {
    may: ['domain', 'i18n', 'server/simulators'],
    packages: /^(valibot|hono(\/.*)?|@hono\/node-server|node:.*)$/
  },
  'server/adapters': {
    may: ['domain', 'i18n', 'server/adapters', 'server/simulators', 'server/db', 'server/memoize.ts'],
    types: ['server/config.ts'],
    packages: /^(arctic|jose|nodemailer|valibot|web-push|drizzle-orm(\/.*)?|node:.*)$/
  }
}

const layerOf = (path: string): string => {
  const [, first = '', second = ''] = path.split('/')
  return first === 'server' ? `server/${second}` : first
}
const within = (target: string, places: readonly string[]): boolean =>
  places.some((place) => target === `src/${place}` || target.startsWith(`src/${place}/`))

const faultsOf = (source: Source): string[] => {
  const layer = LAYERS[layerOf(source.path)]
  if (!layer) return []
  return source.imports.flatMap(({ specifier, typeOnly }) => {
    const target = resolveImport(source.path, specifier)
    if (target === null)
      return layer.packages.test(specifier) || specifier === 'astro:content' ? [] : [`${source.path} imports ${specifier}`]
    const allowed = within(target, layer.may) || (typeOnly && within(target, layer.types ?? []))
    return allowed ? [] : [`${source.path} imports ${target}${typeOnly ? ' (type)' : ''}`]
  })
}

describe('layers', () => {
  test.each(Object.keys(LAYERS))('%s imports only what it may', (name) => {
    const own = sources.filter(({ path }) => layerOf(path) === name)
    expect(own.length, `src/${name} holds code`).toBeGreaterThan(0)
    expect(own.flatMap(faultsOf)).toEqual([])
  })

  test('nothing outside the server imports it', () => {
    // The development API is Astro's to start; the pictures of the demo market are drawn from the lines that the import reads.
    const allowed = ['src/build/development-api.ts', 'src/build/drawn-pictures/demo-market.ts']
    const outside = sources.filter(({ path }) => !path.startsWith('src/server/') && !allowed.includes(path))
    const faults = outside.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => resolveImport(path, specifier)?.startsWith('src/server/'))
        .map(({ specifier }) => `${path} -> ${specifier}`)
    )
    expect(faults).toEqual([])
  })

  test('every import of the project leads to a file', () => {
    const faults = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier }) => {
        const target = resolveImport(path, specifier)
        return target === null || existsSync(join(ROOT, target)) ? [] : [`${path} -> ${specifier}`]
      })
    )
    expect(faults).toEqual([])
  })

  test('arrows between the nouns of services go one way, types too', () => {
    const nounOf = (path: string): string => /^src\/server\/services\/([a-z-]+)\//.exec(path)?.[1] ?? ''
    const arrows = new Map<string, Set<string>>()
    for (const { path, imports } of sources.filter((source) => nounOf(source.path))) {
      const targets = imports.map(({ specifier }) => nounOf(resolveImport(path, specifier) ?? '')).filter(Boolean)
      const from = nounOf(path)
      arrows.set(from, new Set([...(arrows.get(from) ?? []), ...targets.filter((target) => target !== from)]))
    }
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const next of arrows.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next))
      return seen
    }
    expect(arrows.size).toBeGreaterThan(15)
    expect([...arrows.keys()].filter((noun) => reached(noun).has(noun))).toEqual([])
  })

  test('no file reaches itself by its imports, those of types counted', () => {
    const edges = new Map(
      sources.map(({ path, imports }) => [path, imports.flatMap(({ specifier }) => resolveImport(path, specifier) ?? [])])
    )
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (path: string, trail: string[]): void => {
      if (state.get(path) === 'done') return
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
        return
      }
      state.set(path, 'open')
      for (const next of edges.get(path) ?? []) if (edges.has(next)) visit(next, [...trail, path])
      state.set(path, 'done')
    }
    for (const { path } of sources) visit(path, [])
    expect(cycles).toEqual([])
  })
})

describe('files', () => {
  const all = [...sources, ...sourcesOf('tests')]

  test(`none is longer than ${MAX_LINES} lines, data and schemas apart`, () => {
    const long = all.filter(
      ({ path, lines }) =>
        lines > MAX_LINES && !/\/db\/schema\/|contract\/[a-z-]+\/schemas\.ts$|\/messages\/|contract\/codes\.ts$|\.data\.ts$/.test(path)
    )
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })

  test('no folder holds more than 25 files side by side, messages and data apart', () => {
    const folders = Map.groupBy(
      readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
      ({ parentPath }) => relative(ROOT, parentPath)
    )
    const full = [...folders].filter(([folder, files]) => files.length > MAX_FILES && !/\/messages\/|\/migrations|\/gazetteer/.test(folder))
    expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })

  test('the median is at most sixty lines', () => {
    const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60)
  })

  test('names say what is inside: no utils, misc, common, helpers', () => {
    expect(
      all
        .filter(
          ({ path }) =>
            /(^|\/)(utils?|misc|common|helpers?|index)(\.|\/)/.test(path) && !/contract\/index\.ts$|pages\/.*index\.astro$/.test(path)
        )
        .map(({ path }) => path)
    ).toEqual([])
  })

  test('components are PascalCase, the rest kebab-case', () => {
    const odd = sources.filter(({ path }) => {
      const name = path.split('/').at(-1)?.split('.')[0] ?? ''
      if (path.startsWith('src/pages/')) return false
      return /\.(tsx|astro)$/.test(path) ? !/^[A-Z][A-Za-z0-9]*$/.test(name) : !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    })
    expect(odd.map(({ path }) => path)).toEqual([])
  })

  test('nothing a browser runs formats with Intl', () => {
    const forbidden = /\bIntl\.(?!PluralRules)\w+|\.toLocale(Date|Time|Upper|Lower)?(String|Case)?\(|localeCompare\(/
    const browser = sources.filter(({ path }) =>
      /^src\/(domain|contract|i18n|client|stores|islands|page-scripts|components|layouts|pages)\//.test(path)
    )
    expect(browser.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('no inline styles and no machine uppercase', () => {
    const markup = sources.filter(({ path }) => /\.(tsx|astro)$/.test(path))
    expect(markup.filter(({ text }) => /\sstyle=[{"']/.test(text)).map(({ path }) => path)).toEqual([])
    const sheets = readdirSync(join(ROOT, 'src'), { recursive: true })
      .map((name) => join(ROOT, 'src', String(name)))
      .filter((path) => /\.(css|astro|tsx|svg)$/.test(path))
    expect(sheets.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0)
    // Armenian capitals of a machine are wrong: և becomes ԵՒ.
    expect(sheets.filter((path) => /text-transform:\s*(uppercase|capitalize)|toUpperCase\(/.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  test('whoever swallows an error names the reason beside it, and calls of the API swallow only their refusals', () => {
    const swallows = /\.catch\(\(\) =>|\bcatch \{/
    const comment = /(^|\s)\/\/|\/\*\*|^\s*\*/
    const silent = sources.flatMap(({ path, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) =>
        swallows.test(line) && ![lines[index - 1], line, lines[index + 1]].some((near) => comment.test(near ?? ''))
          ? [`${path}:${index + 1}`]
          : []
      )
    })
    expect(silent).toEqual([])
    const blind = sources.filter(({ text }) => /(\.call\([^\n]*\)|\bloadMe\(\)|\bcount\(\w+\))\s*\.catch\(\(\) =>/.test(text))
    expect(blind.map(({ path }) => path)).toEqual([])
  })

  test('tests run whole: no only, no skip', () => {
    const tests = sourcesOf('tests').filter(({ path }) => path.endsWith('.test.ts') && path !== 'tests/architecture.test.ts')
    expect(tests.filter(({ text }) => /\b(test|it|describe)\.(only|skip|todo|fixme)\b/.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('modules of the server hold no state: what a process has computed belongs to its kernel, or to what it was computed from', () => {
    const STATE = /^(?:export )?(?:const \w+(?::[^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|let \w+)/m
    const ONE_PROCESS = /^src\/server\/(?:cli|process)\//
    const holding = sources.filter(({ path, text }) => path.startsWith('src/server/') && !ONE_PROCESS.test(path) && STATE.test(text))
    expect(holding.map(({ path }) => path)).toEqual([])
  })

  test('schemas stay out of the endpoint objects a browser gets', () => {
    const nouns = sources.filter(({ path }) => /^src\/contract\/[a-z-]+\/calls\.ts$/.test(path))
    expect(nouns.filter(({ imports }) => imports.some(({ specifier }) => specifier === 'valibot')).map(({ path }) => path)).toEqual([])
  })
})
