import type { IncomingMessage } from 'node:http'

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
