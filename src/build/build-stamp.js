// Plain JavaScript for Node 20: the entry of every npm script needs it before anything else is there.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Inside a build: the files of this project that went into it, as the bundler says (src/build/built-from.ts). */
export const BUILT_FROM = 'built-from.json'

const CONFIG = 'astro.config.mjs'
/** Read by pattern or by name: a file that is new there may matter as much as one that changed. */
const FOLDERS = ['src', 'public', 'content']
const FILES = [CONFIG, 'package.json', 'package-lock.json', 'tsconfig.json']
/** Of the server a build takes only what the bundler found there, and what the steps of the build are made of. */
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

/** The configuration with everything it imports. What a step loads only while it develops (`import()`) is no part of a build. */
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

/** Paths of all files a build depends on, in order. `builtFrom`: what the build before this one was made of; null: everything is asked for. */
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

/** What stands in these files, by path; nothing of one that is not there. */
export const contentsOf = (root, paths) =>
  new Map(paths.filter((path) => existsSync(join(root, path))).map((path) => [path, hash(readFileSync(join(root, path)))]))

/** Another text when one of the files changed, came or went, or the address did that is written into pages. */
export const stampOf = (contents, siteUrl) => hash(siteUrl, ...[...contents].flatMap(([path, sum]) => [path, '\0', sum, '\0'])).slice(0, 16)
