import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createFront, type FrontParts } from '#server/front/front.ts'
import type { RenderedPage } from '#server/front/cached-page.ts'
import type { PageCache } from '#server/front/page-cache.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
export interface FrontServer {
  cache: PageCache
  clock: { at: number }
  /** What was logged as an error. */
  errors: string[]
  /** Addresses that were rendered. */
  rendered: string[]
  ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Reply>
  /** Everything the server says to these bytes until it closes the connection. */
  say: (bytes: string) => Promise<string>
  close: () => Promise<void>
}

const pageOf = (url: string): RenderedPage => ({
  status: Number(/\/(404|500)$/.exec(url)?.[1] ?? 200),
  headers: {},
  body: () => Buffer.from(`<!DOCTYPE html><p>page ${url}</p>`)
})

/** A front on a free port. `files`: of the client folder, by their path. Every page is made of its address, unless `parts` says otherwise. */
export const startFront = async (files: Record<string, string>, parts: Partial<FrontParts> = {}): Promise<FrontServer> => {
  const dist = mkdtempSync(join(tmpdir(), 'shuka-front-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, 'client', path)), { recursive: true })
    writeFileSync(join(dist, 'client', path), content)
  }
  const clock = { at: 1_000_000_000 }
  const errors: string[] = []
  const rendered: string[] = []
  const { listener, cache } = await createFront({
    config: readConfig({ LOG: 'silent' }),
    dist,
    api: (req, res) => void res.end(`api ${req.url ?? ''} ${req.headers.host ?? 'nobody'}`),
    apiFetch: () => Promise.reject(new Error('no page asks')),
    render: (url) => {
      rendered.push(url)
      return Promise.resolve(pageOf(url))
    },
    now: () => clock.at,
    log: (level, text, cause) => void (level === 'error' && errors.push(`${text} ${String(cause)}`)),
    ...parts
  })
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  return {
    cache,
    clock,
    errors,
    rendered,
    ask: (path, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        const asked = request({ ...at, path, method, headers, agent: false }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }))
        })
        asked.once('error', reject).end()
      }),
    say: (bytes) =>
      new Promise((resolve, reject) => {
        let heard = ''
        const socket = connect(at, () => void socket.write(bytes))
        socket.on('data', (chunk) => (heard += chunk.toString()))
        socket.once('error', reject).once('close', () => resolve(heard))
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(dist, { recursive: true, force: true })
    }
  }
}
