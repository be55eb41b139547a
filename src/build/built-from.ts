import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { fileURLToPath } from 'node:url'
import { relative, sep } from 'node:path'
import { BUILT_FROM } from './build-stamp.js'

/** Writes the list of the project's files into a build, so that the next start knows whether it is current. */
export const builtFrom = (): AstroIntegration => {
  const seen = new Set<string>()
  let folders: { root: string; out: string } | null = null
  return {
    name: 'built-from',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plugin = {
          name: 'built-from',
          apply: 'build' as const,
          buildEnd(this: { getModuleIds(): Iterable<string> }) {
            for (const id of this.getModuleIds()) seen.add(id)
          }
        }
        updateConfig({ vite: { plugins: [plugin] } })
      },
      'astro:config:done': ({ config }) => {
        folders = { root: fileURLToPath(config.root), out: fileURLToPath(config.outDir) }
      },
      'astro:build:done': async () => {
        if (!folders) throw new Error('the configuration was never settled')
        const { root, out } = folders
        const own = [...seen]
          .map((id) => relative(root, id.split('?')[0] ?? '').replaceAll(sep, '/'))
          .filter((path) => /^(src|content|public)\//.test(path))
        await writeFile(`${out}/${BUILT_FROM}`, JSON.stringify([...new Set(own)].sort(), null, 1))
      }
    }
  }
}
