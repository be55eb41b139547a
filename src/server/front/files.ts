import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8'
}
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }
/** Bound of contents cached in memory; beyond it, files are read for each response. */
const MAX_BYTES = 32 * 1024 * 1024
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'public, max-age=0, must-revalidate'

/** A base and the three parts of a composed picture. */
const MAX_PARTS = 4

/** Serves the file of a path; returns false when there is none. */
export type ServeFile = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean

/** A ready response, built on the first request. */
interface FileAnswer {
  head: readonly string[]
  content: Buffer
}
interface StaticFile {
  path: string
  type: string
  immutable: boolean
  encodings: readonly Encoding[]
  /** Of the uncompressed content. */
  hash?: string
  answers: Partial<Record<Encoding, FileAnswer>>
}

/** Serves pictures of imported markets below `base`. Their names are content hashes, so they never change. */
export const createStoredPictures =
  (base: string, folder: string, common: readonly string[]): ServeFile =>
  (req, res, pathname) => {
    const name = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1) : ''
    if (!/^[0-9a-f]{32}(-large)?\.webp$/.test(name)) return false
    // Pictures imported by an older version have no large size until the next import.
    const found = [name, name.replace('-large', '')].find((one) => existsSync(join(folder, one)))
    if (!found) return false
    const content = readFileSync(join(folder, found))
    const caching = found === name ? IMMUTABLE : REVALIDATE
    res.writeHead(200, [...common, 'Content-Type', 'image/webp', 'Cache-Control', caching, 'Content-Length', String(content.length)])
    res.end(req.method === 'HEAD' ? undefined : content)
    return true
  }

/** Paths of simpler pictures that stand for a composed one which the build has not drawn: without its brand, then with fewer parts. */
const simplerPictures = function* (pathname: string): Generator<string> {
  const composed = /^(\/pictures\/.*\/)([a-z][a-z0-9.~-]*)\.webp$/.exec(pathname)
  const [, folder = '', name = ''] = composed ?? []
  const parts = name.replace(/~.*/, '').split('.').slice(0, MAX_PARTS)
  for (let most = composed ? parts.length : 0; most > 0; most -= 1) yield `${folder}${parts.slice(0, most).join('.')}.webp`
}

/** Returns the files of a folder by URL path, with the encodings that the build has precompressed. */
const findFiles = (folder: string): Map<string, StaticFile> => {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  const files = new Map<string, StaticFile>()
  for (const path of paths) {
    if (/\.(br|gz)$/.test(path)) continue
    const name = `/${path.slice(folder.length).split(sep).filter(Boolean).join('/')}`
    files.set(name, {
      path,
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      immutable: name.startsWith('/_astro/') || name.startsWith('/pictures/'),
      encodings: (['br', 'gzip'] as const).filter((encoding) => paths.has(path + SUFFIX[encoding])),
      answers: {}
    })
  }
  return files
}

/** Serves the client folder of a build: hashed names are immutable, the rest is revalidated. `common`: headers of every response, as a flat list. */
export const createFiles = (folder: string, common: readonly string[], maxBytes = MAX_BYTES): ServeFile => {
  const files = findFiles(folder)
  let bytes = 0
  // A strong ETag identifies bytes, so each encoding needs its own (RFC 9110, 8.8.3.3).
  const etagOf = (file: StaticFile, encoding: Encoding): string => {
    file.hash ??= hash('sha256', readFileSync(file.path), 'base64url').slice(0, 22)
    return file.encodings.length > 0 ? `"${file.hash}-${encoding}"` : `"${file.hash}"`
  }
  const headersOf = (file: StaticFile, encoding: Encoding): string[] => [
    ...common,
    'Content-Type',
    file.type,
    'Cache-Control',
    file.immutable ? IMMUTABLE : REVALIDATE,
    'ETag',
    etagOf(file, encoding),
    ...(file.encodings.length > 0 ? ['Vary', 'Accept-Encoding'] : [])
  ]
  const answerOf = (file: StaticFile, encoding: Encoding): FileAnswer => {
    const cached = file.answers[encoding]
    if (cached) return cached
    const content = readFileSync(file.path + SUFFIX[encoding])
    const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    const answer = { head: [...headersOf(file, encoding), ...contentEncoding, 'Content-Length', String(content.length)], content }
    if (bytes + content.length > maxBytes) return answer
    bytes += content.length
    return (file.answers[encoding] = answer)
  }
  /** By the path of the simpler picture. Not immutable: a later build may draw the picture itself. */
  const standIns = new Map<string, StaticFile>()
  const standIn = (pathname: string): StaticFile | undefined => {
    for (const simpler of simplerPictures(pathname)) {
      const known = standIns.get(simpler)
      if (known) return known
      const found = files.get(simpler)
      if (!found) continue
      const revalidated = { ...found, immutable: false, answers: {} }
      standIns.set(simpler, revalidated)
      return revalidated
    }
    return undefined
  }
  return (req, res, pathname) => {
    const file = files.get(pathname) ?? standIn(pathname)
    if (!file) return false
    const accepted = acceptedEncoding(req.headers['accept-encoding'])
    const encoding = file.encodings.includes(accepted) ? accepted : 'identity'
    if (matchesEtag(req.headers['if-none-match'], etagOf(file, encoding))) {
      res.writeHead(304, headersOf(file, encoding)).end()
      return true
    }
    const { head, content } = answerOf(file, encoding)
    res.writeHead(200, [...head])
    res.end(req.method === 'HEAD' ? undefined : content)
    return true
  }
}
