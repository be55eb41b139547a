import type { AstroIntegration } from 'astro'
import { forBrowsers, type VitePlugin } from './vite.ts'

const REGISTRY = 'src/islands/modals/registry.ts'
/** The chunk whose styles no page is without. */
const EVERY_PAGE_CHUNK = 'basket'

/** The server renders no modal: its list is empty there, so that no page carries their styles. */
const withoutModals: VitePlugin = {
  name: 'no-modals-in-pages',
  enforce: 'pre',
  applyToEnvironment: (environment) => !forBrowsers(environment),
  transform: (_, id) => (id.split('?')[0]?.endsWith(REGISTRY) ? { code: 'export const MODAL_COMPONENTS = {}', map: null } : undefined)
}

/** Astro drops a sheet that no page has, and one that some page has though others do not; those of scripts are put back. */
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
 * Which style sheet comes with what. A modal's own comes with its script. And Astro takes a sheet out of the browser's bundle when every page
 * has it already (its issue 8329), while Vite goes on preloading it: a chunk that names a missing sheet would not load, so such names go.
 */
export const stylesheets = (): AstroIntegration => ({
  name: 'stylesheets',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [withoutModals, ...stylesheetsOfScripts()] } })
    }
  }
})
