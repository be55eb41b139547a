/**
 * Astro takes a style sheet out of the browser's bundle when every page has it already (its issue 8329), and Vite goes on preloading it:
 * a chunk that names a missing sheet would not load. Such names are struck out.
 */
export const keptCss = () => ({
  name: 'kept-css',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const plugin = {
        name: 'kept-css',
        enforce: 'post',
        generateBundle: (_, bundle) => {
          for (const { viteMetadata } of Object.values(bundle))
            for (const sheet of viteMetadata?.importedCss ?? []) if (!bundle[sheet]) viteMetadata.importedCss.delete(sheet)
        }
      }
      updateConfig({ vite: { plugins: [plugin] } })
    }
  }
})
