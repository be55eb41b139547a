import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

const PATH = '/.well-known/apple-developer-merchantid-domain-association'

/** Serves the file by which Apple knows the shop's domain; false for any other path. `file`: its name, if Apple Pay is configured. */
export const createDomainAssociation = (
  file: string | undefined,
  common: readonly string[]
): ((req: IncomingMessage, res: ServerResponse, pathname: string) => boolean) => {
  const body = file ? readFileSync(file) : null
  return (req, res, pathname) => {
    if (!body || pathname !== PATH) return false
    res.writeHead(200, [...common, 'Content-Type', 'text/plain', 'Content-Length', String(body.length)])
    res.end(req.method === 'HEAD' ? undefined : body)
    return true
  }
}
