import { inServerPages } from './server-pages.mjs'

const MARK = '@@chunks@@'
const ISLANDS = 'src/islands'
/** What a first press may bring, and what the checkout needs at once, by name: the modules whose scripts it needs. */
const WANTED = {
  basket: [`${ISLANDS}/baskets/BasketDrawer.tsx`, '@astrojs/react/dist/client.js'],
  modal: [`${ISLANDS}/modals/ModalHost.tsx`],
  sheet: [`${ISLANDS}/modals/ModalHost.tsx`, `${ISLANDS}/products/ItemDetails.tsx`],
  checkout: [`${ISLANDS}/checkout/CheckoutPage.tsx`, '@astrojs/react/dist/client.js'],
  ...Object.fromEntries(
    ['hy', 'en', 'ru'].flatMap((locale) => [
      [`basket-${locale}`, [`messages/${locale}/basket.json`, `messages/${locale}/states.json`]],
      [`checkout-${locale}`, ['checkout', 'address', 'basket', 'states'].map((name) => `messages/${locale}/${name}.json`)],
      [`sheet-${locale}`, ['product', 'validation', 'modals'].map((name) => `messages/${locale}/${name}.json`)]
    ])
  )
}
/** The script of every page: what it has brought needs no second mention. */
const PLAIN = 'Base.astro?astro&type=script'

const chunksOf = (bundle, module) => {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const entry =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!entry) throw new Error(`no script holds ${module}`)
  const found = new Set()
  const walk = (name) => {
    if (found.has(name) || !bundle[name]) return
    found.add(name)
    for (const sheet of bundle[name].viteMetadata?.importedCss ?? []) if (bundle[sheet]) found.add(sheet)
    bundle[name].imports.forEach(walk)
  }
  walk(entry.fileName)
  return [...found]
}

/**
 * Writes the names of the scripts that a first press brings into the server's pages (`#layouts/chunks.ts`), so that the browser asks for all of
 * them at once; it would learn of each only from the one before.
 */
export const chunks = () => {
  let list = ''
  let config
  return {
    name: 'chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plugin = {
          name: 'chunks',
          enforce: 'post',
          applyToEnvironment: ({ name }) => name === 'client',
          generateBundle: (_, bundle) => {
            const known = new Set(chunksOf(bundle, PLAIN))
            list = Object.entries(WANTED)
              .map(([name, modules]) => {
                const files = new Set(modules.flatMap((module) => chunksOf(bundle, module)).filter((file) => !known.has(file)))
                return [name, ...[...files].map((file) => `/${file}`)].join(' ')
              })
              .join('|')
          }
        }
        updateConfig({ vite: { plugins: [plugin] } })
      },
      'astro:config:done': ({ config: resolved }) => {
        config = resolved
      },
      'astro:build:done': () => inServerPages(config, MARK, list)
    }
  }
}
