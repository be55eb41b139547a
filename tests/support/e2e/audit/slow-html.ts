import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const PIECES = 12
const MS_BETWEEN = 60

const forward = (port: string, request: IncomingMessage, response: ServerResponse): void => {
  const { url, method, headers } = request
  const isPage = (headers.accept ?? '').includes('text/html')
  const plain = isPage ? { 'accept-encoding': 'identity' } : {}
  const sent = ask({ host: '127.0.0.1', port, path: url, method, headers: { ...headers, ...plain } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    if (!isPage) return void answer.pipe(response)
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', async () => {
      const html = Buffer.concat(chunks)
      const size = Math.ceil(html.length / PIECES)
      for (let at = 0; at < html.length; at += size) {
        response.write(html.subarray(at, at + size))
        await pause(MS_BETWEEN)
      }
      response.end()
    })
  })
  sent.on('error', () => response.destroy())
  request.pipe(sent)
}

/**
 * The shop behind a proxy that sends the HTML of a page in pieces with a pause after each, as a slow line or a busy phone does: the browser
 * draws what has arrived. Resolves to its origin; `close` ends its connections.
 */
export const startSlowHtml = async (baseURL: string): Promise<{ origin: string; close: () => void }> => {
  const { port } = new URL(baseURL)
  const server = createServer((request, response) => forward(port, request, response))
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
