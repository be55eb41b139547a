import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Source {
  /** Path from the project's root, with slashes. */
  path: string
  text: string
  lines: number
  imports: { specifier: string; typeOnly: boolean }[]
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*\s{},$]+?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Code of a folder, with what each file imports. */
export const sourcesOf = (folder: string): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|mjs|js)$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const text = readFileSync(file, 'utf8')
      const imports = [...text.matchAll(IMPORT)].map((match) => ({
        specifier: match[2] ?? match[3] ?? '',
        typeOnly: match[1] !== undefined
      }))
      return { path: relative(ROOT, file).split(sep).join('/'), text, lines: text.split('\n').length, imports }
    })

/** Where a specifier of a file leads inside the project (`src/domain/money.ts`); null for packages. */
export const resolveImport = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#tests/')) return `tests/${specifier.slice(7)}`
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (!specifier.startsWith('.')) return null
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('?')[0]?.split('/') ?? []) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
