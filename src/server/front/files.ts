import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { acceptedEncoding, matchesEtag } from './encoding.ts'
import type { Encoding } from './page-cache.ts'

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
const KEPT_IN_MEMORY = 64 * 1024 * 1024

interface StaticFile {
  path: string
  type: string
  immutable: boolean
  encodings: Encoding[]
  etag?: string
}

/** Answers a request for a file of the build; false when there is none of that name. */
export type ServeFile = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean

/** Pictures taken from suppliers' folders at import, below `base`: named by their content, so they never change. */
export const createStoredPictures =
  (base: string, folder: string): ServeFile =>
  (req, res, pathname) => {
    const name = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1) : ''
    if (!/^[0-9a-f]{32}\.webp$/.test(name) || !existsSync(join(folder, name))) return false
    const content = readFileSync(join(folder, name))
    res.writeHead(200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Length': content.length
    })
    res.end(req.method === 'HEAD' ? undefined : content)
    return true
  }

/** The client folder of a build: precompressed neighbours are found once, hashed names are immutable, the rest has an ETag. */
export const createFiles = (folder: string): ServeFile => {
  const files = new Map<string, StaticFile>()
  const contents = new Map<string, Buffer>()
  let bytes = 0
  for (const entry of existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${path.slice(folder.length).split(sep).filter(Boolean).join('/')}`
    files.set(name, {
      path,
      type: TYPES[extname(entry.name)] ?? 'application/octet-stream',
      immutable: name.startsWith('/_astro/') || name.startsWith('/pictures/'),
      encodings: (['br', 'gzip'] as const).filter((encoding) => existsSync(path + SUFFIX[encoding]))
    })
  }
  const read = (path: string): Buffer => {
    const known = contents.get(path)
    if (known) return known
    const content = readFileSync(path)
    if (bytes + content.length <= KEPT_IN_MEMORY) {
      contents.set(path, content)
      bytes += content.length
    }
    return content
  }
  return (req, res, pathname) => {
    const file = files.get(pathname)
    if (!file) return false
    const wanted = acceptedEncoding(req.headers['accept-encoding'])
    const encoding = file.encodings.includes(wanted) ? wanted : 'identity'
    file.etag ??= `"${createHash('sha256')
      .update(`${statSync(file.path).size} `)
      .update(read(file.path))
      .digest('base64url')
      .slice(0, 22)}"`
    res.setHeader('Content-Type', file.type)
    res.setHeader('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate')
    res.setHeader('ETag', file.etag)
    if (file.encodings.length > 0) res.setHeader('Vary', 'Accept-Encoding')
    if (matchesEtag(req.headers['if-none-match'], file.etag)) {
      res.writeHead(304).end()
      return true
    }
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
    const content = read(file.path + SUFFIX[encoding])
    res.writeHead(200, { 'Content-Length': content.length })
    res.end(req.method === 'HEAD' ? undefined : content)
    return true
  }
}
