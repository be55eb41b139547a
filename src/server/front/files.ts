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
/** Contents kept in memory; beyond, files are read anew for each answer. */
const MAX_BYTES = 32 * 1024 * 1024
const FOR_EVER = 'public, max-age=31536000, immutable'
const CHECKED = 'public, max-age=0, must-revalidate'

/** Answers a request for the file of a path; false when there is none of that name. */
export type ServeFile = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean

/** Head and content, made for the first reader and sent to all. */
interface FileAnswer {
  head: readonly string[]
  content: Buffer
}
interface StaticFile {
  path: string
  type: string
  immutable: boolean
  encodings: readonly Encoding[]
  /** Of the plain content. */
  hash?: string
  answers: Partial<Record<Encoding, FileAnswer>>
}

/** Pictures taken from suppliers' folders at import, below `base`: named by their content, so they never change. */
export const createStoredPictures =
  (base: string, folder: string, common: readonly string[]): ServeFile =>
  (req, res, pathname) => {
    const name = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1) : ''
    if (!/^[0-9a-f]{32}(-large)?\.webp$/.test(name)) return false
    // One that was stored before there were large ones has only the other size until the next import.
    const found = [name, name.replace('-large', '')].find((one) => existsSync(join(folder, one)))
    if (!found) return false
    const content = readFileSync(join(folder, found))
    const caching = found === name ? FOR_EVER : CHECKED
    res.writeHead(200, [...common, 'Content-Type', 'image/webp', 'Cache-Control', caching, 'Content-Length', String(content.length)])
    res.end(req.method === 'HEAD' ? undefined : content)
    return true
  }

/** The files of a folder by their address; those compressed by the build are found beside them. */
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

/** The client folder of a build: hashed names are immutable, the rest has an ETag. `common`: names and values of the headers of every answer. */
export const createFiles = (folder: string, common: readonly string[], mostBytes = MAX_BYTES): ServeFile => {
  const files = findFiles(folder)
  let bytes = 0
  // A strong tag vouches for every byte, and each encoding has its own bytes (RFC 9110, 8.8.3.3).
  const etagOf = (file: StaticFile, encoding: Encoding): string => {
    file.hash ??= hash('sha256', readFileSync(file.path), 'base64url').slice(0, 22)
    return file.encodings.length > 0 ? `"${file.hash}-${encoding}"` : `"${file.hash}"`
  }
  const shared = (file: StaticFile, encoding: Encoding): string[] => [
    ...[...common, 'Content-Type', file.type, 'Cache-Control', file.immutable ? FOR_EVER : CHECKED, 'ETag', etagOf(file, encoding)],
    ...(file.encodings.length > 0 ? ['Vary', 'Accept-Encoding'] : [])
  ]
  const answerOf = (file: StaticFile, encoding: Encoding): FileAnswer => {
    const known = file.answers[encoding]
    if (known) return known
    const content = readFileSync(file.path + SUFFIX[encoding])
    const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    const answer = { head: [...shared(file, encoding), ...coded, 'Content-Length', String(content.length)], content }
    if (bytes + content.length > mostBytes) return answer
    bytes += content.length
    return (file.answers[encoding] = answer)
  }
  return (req, res, pathname) => {
    const file = files.get(pathname)
    if (!file) return false
    const wanted = acceptedEncoding(req.headers['accept-encoding'])
    const encoding = file.encodings.includes(wanted) ? wanted : 'identity'
    if (matchesEtag(req.headers['if-none-match'], etagOf(file, encoding))) {
      res.writeHead(304, shared(file, encoding)).end()
      return true
    }
    const { head, content } = answerOf(file, encoding)
    res.writeHead(200, [...head])
    res.end(req.method === 'HEAD' ? undefined : content)
    return true
  }
}
