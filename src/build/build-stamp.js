// JavaScript for Node 20: the entry of every npm script needs it before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** File inside a build that lists the project's files it was built from (src/build/built-from.ts). */
export const BUILT_FROM = 'built-from.json'

const CONFIG = 'astro.config.mjs'
/** Folders in which new files matter as well, because files are read by pattern or name. */
const FOLDERS = ['src', 'public', 'content']
const FILES = [CONFIG, 'package.json', 'package-lock.json', 'tsconfig.json']
/** From the server a build depends only on the bundled files and on those of the build steps. */
const SERVER = 'src/server/'

const filesIn = (root, folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath ?? entry.path, entry.name)
            .slice(root.length)
            .replaceAll('\\', '/')
            .replace(/^\//, '')
        )
    : []

const IMPORTED = /(?:\bfrom|\bimport)\s*['"]([#.][^'"]+)['"]|new URL\('(\.[^']+)', import\.meta\.url\)/g

/** Returns the configuration with its static imports. Dynamic ones are for development only. */
const stepsOf = (root) => {
  const found = new Set()
  const visit = (path) => {
    if (found.has(path) || !/\.(m?js|ts)$/.test(path) || !existsSync(join(root, path))) return
    found.add(path)
    for (const [, imported, url] of readFileSync(join(root, path), 'utf8').matchAll(IMPORTED)) {
      const target = imported ?? url
      visit(target.startsWith('#') ? `src/${target.slice(1)}` : join(dirname(path), target).replaceAll('\\', '/'))
    }
  }
  visit(CONFIG)
  return found
}

/** Returns the sorted paths of all files a build depends on. `builtFrom`: the list of the previous build; null: all files. */
export const dependenciesOf = (root, builtFrom) => {
  const included = builtFrom && new Set([...builtFrom, ...stepsOf(root)])
  const files = [...FILES, ...FOLDERS.flatMap((folder) => filesIn(root, folder))]
  return files.filter((path) => !included || !path.startsWith(SERVER) || included.has(path)).sort()
}

const hash = (...texts) => {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text)
  return sum.digest('hex')
}

/** Returns the content hashes of existing files by path. */
export const contentsOf = (root, paths) =>
  new Map(paths.filter((path) => existsSync(join(root, path))).map((path) => [path, hash(readFileSync(join(root, path)))]))

/** Returns a hash of the file contents and of the site URL, which is written into pages. */
export const stampOf = (contents, siteUrl) => hash(siteUrl, ...[...contents].flatMap(([path, sum]) => [path, '\0', sum, '\0'])).slice(0, 16)
