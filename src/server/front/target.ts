import type { IncomingMessage } from 'node:http'
import { contract } from '#contract/index.ts'
import { endpointsOf } from '#contract/endpoint.ts'

/** Scheme and authority of an absolute target. */
const ABSOLUTE = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)/i

/**
 * Rewrites an absolute request target (`http://host/path`, RFC 9112, 3.2.2) to `/path?query` and sets the Host header from it.
 * `OPTIONS *` becomes `/`. Returns false when the target is invalid.
 */
export const normalizeTarget = (req: IncomingMessage): boolean => {
  const target = req.url ?? ''
  if (target.startsWith('/')) return true
  if (target === '*' && req.method === 'OPTIONS') req.url = '/'
  if (req.url === '/') return true
  const [origin, host] = ABSOLUTE.exec(target) ?? []
  if (!origin) return false
  req.headers.host = host
  const rest = target.slice(origin.length)
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

/** Every literal part of the API's paths. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(contract).flatMap((noun) =>
    endpointsOf(noun).flatMap(([, { path }]) => path.split('/').filter((part) => !part.startsWith(':')))
  )
)

/** The path of a request as the log may have it: without its query, and of a call without what a caller puts into it, such as a key or coordinates. */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  const parts = path.split('/')
  return parts[1] === 'api' ? parts.map((part, at) => (at < 2 || WORDS.has(part) ? part : '…')).join('/') : path
}
