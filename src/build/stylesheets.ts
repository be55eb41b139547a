import type { AstroIntegration } from 'astro'
import { forBrowsers, type VitePlugin } from './vite.ts'

const REGISTRY = 'src/islands/modals/registry.ts'
/** The chunk whose styles are on every page. */
const EVERY_PAGE_CHUNK = 'basket'

/** Empties the registry of modals on the server, which renders none, so that pages do not contain their styles. */
const withoutModals: VitePlugin = {
  name: 'no-modals-in-pages',
  enforce: 'pre',
  applyToEnvironment: (environment) => !forBrowsers(environment),
  transform: (_, id) => (id.split('?')[0]?.endsWith(REGISTRY) ? { code: 'export const MODAL_COMPONENTS = {}', map: null } : undefined)
}

/** Restores style sheets of scripts: Astro drops those that no page has, and those that only some pages have. */
const stylesheetsOfScripts = (): VitePlugin[] => {
  const sources = new Map<string, string | Uint8Array>()
  const sheetsOf = new Map<string, string[]>()
  return [
    {
      name: 'stylesheets-of-scripts',
      applyToEnvironment: forBrowsers,
      generateBundle: {
        order: 'pre',
        handler: (_, bundle) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue
            const imported = chunk.name === EVERY_PAGE_CHUNK ? [] : [...(chunk.viteMetadata?.importedCss ?? [])]
            const sheets = imported.filter((sheet) => bundle[sheet])
            sheetsOf.set(chunk.fileName, sheets)
            for (const sheet of sheets) {
              const asset = bundle[sheet]
              if (asset?.type === 'asset') sources.set(sheet, asset.source)
            }
          }
        }
      }
    },
    {
      name: 'stylesheets-put-back',
      enforce: 'post',
      applyToEnvironment: forBrowsers,
      generateBundle(_, bundle) {
        for (const [fileName, source] of sources) if (!bundle[fileName]) this.emitFile({ type: 'asset', fileName, source })
        for (const { fileName, viteMetadata } of Object.values(bundle)) {
          for (const sheet of viteMetadata?.importedCss ?? []) if (!sources.has(sheet)) viteMetadata?.importedCss.delete(sheet)
          for (const sheet of sheetsOf.get(fileName) ?? []) viteMetadata?.importedCss.add(sheet)
        }
      }
    }
  ]
}

/**
 * Assigns style sheets to scripts: a modal's is loaded with its script. Astro removes sheets that every page has (withastro/astro#8329),
 * but Vite still preloads them, and a chunk with a missing sheet fails to load, so such references are removed.
 */
export const stylesheets = (): AstroIntegration => ({
  name: 'stylesheets',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [withoutModals, ...stylesheetsOfScripts()] } })
    }
  }
})
