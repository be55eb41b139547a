import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:https'

/** Sends requests that show a client certificate. `fetch` cannot show one. Throws when a file cannot be read. */
export const withCertificate = (certificate: string, key: string): ((request: Request) => Promise<Response>) => {
  const agent = new Agent({ cert: readFileSync(certificate), key: readFileSync(key), keepAlive: true })
  return async (request) => {
    const body = await request.text()
    return new Promise((resolve, reject) => {
      const headers = { ...Object.fromEntries(request.headers), 'Content-Length': Buffer.byteLength(body) }
      const sent = send(request.url, { agent, method: request.method, headers, signal: request.signal }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 502 })))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
