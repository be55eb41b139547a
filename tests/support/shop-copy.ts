import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './sources.ts'

const NOT_COPIED = ['dist', 'node_modules', 'tests', 'test-results']

/** A copy of the source tree with its current build, for whoever changes builds: others serve the real one meanwhile. */
export const copyShop = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'shuka-copy-'))
  for (const name of readdirSync(ROOT))
    if (!name.startsWith('.') && !NOT_COPIED.includes(name)) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  const current = readFileSync(join(ROOT, 'dist/current'), 'utf8')
  for (const name of ['current', current])
    cpSync(join(ROOT, 'dist', name), join(root, 'dist', name), { recursive: true, filter: (path) => !path.endsWith('.served-by') })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}
