const REGISTRY = 'src/islands/modals/registry.ts'
/** The chunk whose styles no page is without. */
const ON_EVERY_PAGE = 'basket'

/**
 * Which style sheet comes with what. A modal's own comes with its script: the server renders none of them, so there its list is empty and no
 * page carries their styles. And Astro takes a sheet out of the browser's bundle when every page has it already (its issue 8329), while Vite
 * goes on preloading it: a chunk that names a missing sheet would not load, so such names are struck out.
 */
export const keptCss = () => ({
  name: 'kept-css',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const withoutModals = {
        name: 'no-modals-in-pages',
        enforce: 'pre',
        applyToEnvironment: ({ name }) => name !== 'client',
        transform: (_, id) => (id.split('?')[0].endsWith(REGISTRY) ? { code: 'export const MODAL_COMPONENTS = {}', map: null } : undefined)
      }
      // Astro drops a sheet that no page has, and one that some page has though others do not; those of scripts are put back.
      const sources = new Map()
      const sheetsOf = new Map()
      const remembered = {
        name: 'css-of-scripts',
        applyToEnvironment: ({ name }) => name === 'client',
        generateBundle: {
          order: 'pre',
          handler: (_, bundle) => {
            for (const { name, fileName, viteMetadata } of Object.values(bundle)) {
              const sheets = name === ON_EVERY_PAGE ? [] : [...(viteMetadata?.importedCss ?? [])].filter((sheet) => bundle[sheet])
              sheetsOf.set(fileName, sheets)
              for (const sheet of sheets) sources.set(sheet, bundle[sheet].source)
            }
          }
        }
      }
      const putBack = {
        name: 'kept-css',
        enforce: 'post',
        applyToEnvironment: ({ name }) => name === 'client',
        generateBundle: function (_, bundle) {
          for (const [sheet, source] of sources) if (!bundle[sheet]) this.emitFile({ type: 'asset', fileName: sheet, source })
          for (const { fileName, viteMetadata } of Object.values(bundle)) {
            const sheets = sheetsOf.get(fileName) ?? []
            for (const sheet of viteMetadata?.importedCss ?? []) if (!sources.has(sheet)) viteMetadata.importedCss.delete(sheet)
            for (const sheet of sheets) viteMetadata.importedCss.add(sheet)
          }
        }
      }
      updateConfig({ vite: { plugins: [withoutModals, remembered, putBack] } })
    }
  }
})
