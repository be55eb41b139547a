import type { AstroConfig, AstroIntegration } from 'astro'
import { join } from 'node:path'
import { LOCALES } from '../domain/locale.ts'
import { inServerPages } from './server-pages.ts'
import { forBrowsers, type Bundle, type VitePlugin } from './vite.ts'

const PLACEHOLDER = '@@chunks@@'
/** The module that exports the list to the pages. */
const LIST_MODULE = '/src/layouts/chunks.ts'
const BASKET = 'src/islands/baskets/BasketDrawer.tsx'
const MODALS = 'src/islands/modals/ModalHost.tsx'
const RENDERER = 'node_modules/@astrojs/react/dist/client.js'
const CARDS = 'src/islands/favourites/card-actions.ts'

/** Modules that page scripts load by name. */
const SCRIPTS: Record<string, string> = { basket: BASKET, renderer: RENDERER, cards: CARDS }
const words = (locale: string, names: readonly string[]): string[] => names.map((name) => `messages/${locale}/${name}.json`)
/** Preloads by name: the modules needed on a first press, and by the checkout at once. */
const PRELOADS: Record<string, readonly string[]> = {
  basket: [BASKET, RENDERER],
  modal: [MODALS],
  sheet: [MODALS, 'src/islands/products/ItemDetails.tsx'],
  checkout: ['src/islands/checkout/CheckoutPage.tsx', RENDERER],
  ...Object.fromEntries(
    LOCALES.flatMap((locale) => [
      [`basket-${locale}`, words(locale, ['basket', 'states'])],
      [`checkout-${locale}`, words(locale, ['checkout', 'address', 'basket', 'states'])],
      [`sheet-${locale}`, words(locale, ['product', 'validation', 'modals'])]
    ])
  )
}
/** The script of every page: its files are not preloaded again. */
const PAGE_SCRIPT = 'Frame.astro?astro&type=script'

const entryOf = (bundle: Bundle, module: string): string => {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const entry =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!entry) throw new Error(`no script holds ${module}`)
  return entry.fileName
}

/** Returns the script of a module with its static imports and style sheets. */
const filesOf = (bundle: Bundle, module: string): string[] => {
  const found = new Set<string>()
  const walk = (name: string): void => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) if (bundle[sheet]) found.add(sheet)
    chunk.imports.forEach(walk)
  }
  walk(entryOf(bundle, module))
  return [...found]
}

/** Returns the list `name=script|name file file|…`. Throws when no chunk contains a module. */
export const writeList = (bundle: Bundle): string => {
  const pageFiles = new Set(filesOf(bundle, PAGE_SCRIPT))
  const scripts = Object.entries(SCRIPTS).map(([name, module]) => `${name}=/${entryOf(bundle, module)}`)
  const preloads = Object.entries(PRELOADS).map(([name, modules]) => {
    const files = new Set(modules.flatMap((module) => filesOf(bundle, module)).filter((file) => !pageFiles.has(file)))
    return [name, ...[...files].map((file) => `/${file}`)].join(' ')
  })
  return [...scripts, ...preloads].join('|')
}

/** The list for development, where every module is its own script and nothing is preloaded. */
const developmentList = Object.entries(SCRIPTS)
  .map(([name, module]) => `${name}=/${module}`)
  .join('|')

const inDevelopment: VitePlugin = {
  name: 'chunks-in-development',
  apply: 'serve',
  transform: (code, id) =>
    id.split('?')[0]?.endsWith(LIST_MODULE) ? { code: code.replace(PLACEHOLDER, developmentList), map: null } : undefined
}

/**
 * Writes the URLs of scripts loaded by name and of preloads into the server's pages (`#layouts/chunks.ts`), so that browsers load all of
 * them at once instead of one after the other.
 */
export const chunks = (): AstroIntegration => {
  let list = ''
  let config: AstroConfig
  return {
    name: 'chunks',
    hooks: {
      'astro:config:setup': ({ config: { root }, updateConfig }) => {
        const plugin: VitePlugin = {
          name: 'chunks',
          apply: 'build',
          enforce: 'post',
          applyToEnvironment: forBrowsers,
          buildStart() {
            // Neither an island nor a page script: emitted explicitly to become its own chunk.
            this.emitFile({ type: 'chunk', id: join(root.pathname, CARDS), name: 'card-actions', preserveSignature: 'strict' })
          },
          generateBundle: (_, bundle) => {
            list = writeList(bundle)
          }
        }
        updateConfig({ vite: { plugins: [plugin, inDevelopment] } })
      },
      'astro:config:done': ({ config: resolved }) => {
        config = resolved
      },
      'astro:build:done': () => inServerPages(config, PLACEHOLDER, list)
    }
  }
}
