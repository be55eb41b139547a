import type { IncomingMessage } from 'node:http'

/** Scheme and authority of an absolute target. */
const ABSOLUTE = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)/i

/**
 * Brings an absolute target (`http://host/path`), which proxies send and every server must take (RFC 9112, 3.2.2), into the form that
 * everything behind works with, `/path?query`. Its host takes the place of the Host header, which shapes nothing either way. `OPTIONS *`
 * asks about the whole server. False for what is no address.
 */
export const takeTarget = (req: IncomingMessage): boolean => {
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
