import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { getRequestListener } from '@hono/node-server'
import { createApi } from '#server/app.ts'
import { openHttpServer, type HttpServer } from '#server/process/http-server.ts'
import { startApi } from '#tests/support/api.ts'

const ANY_PORT = { HOST: '127.0.0.1', PORT: 0, DRAIN_SECONDS: 0, TRUST_PROXY: false }
const HALF =
  'POST /api/auth/login/new HTTP/1.1\r\nHost: x\r\nSession-Id: 0123456789abcdef\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"type"'

let server: HttpServer | null = null
afterEach(() => server?.close(() => Promise.resolve()))

const open = (): Socket => {
  const socket = connect(Number(new URL(server?.address ?? '').port), '127.0.0.1')
  return socket.on('error', () => undefined)
}

test('a body that stays half-sent is answered with 408 and its connection closed', async () => {
  const limits = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 30 }
  server = await openHttpServer(ANY_PORT, (req) => void req.resume(), limits)
  const sockets = Array.from({ length: 20 }, open)
  const answers = sockets.map(async (socket) => {
    socket.write(HALF)
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    await once(socket, 'close')
    return Buffer.concat(parts).toString().split('\r\n')[0]
  })
  expect(await Promise.all(answers)).toEqual(sockets.map(() => 'HTTP/1.1 408 Request Timeout'))
})

test('who never reads an answer is cut off, and who reads slowly gets all of it', async () => {
  const size = 32 * 1024 * 1024
  const cutOff = Promise.withResolvers<undefined>()
  const answer: RequestListener = (_req, res) => {
    res.once('close', () => res.writableFinished || cutOff.resolve(undefined))
    res.end(Buffer.alloc(size))
  }
  // Longer than a loaded machine lets a reader wait who is only slow.
  server = await openHttpServer(ANY_PORT, answer, { silence: 2_000 })
  const [deaf, slow] = [open(), open()]
  deaf.pause()
  let [read, pauses] = [0, 0]
  slow.on('data', (part: Buffer) => {
    read += part.length
    if (read < pauses * 1024 * 1024) return
    pauses += 1
    slow.pause()
    setTimeout(() => slow.resume(), 20)
  })
  for (const socket of [deaf, slow]) socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(slow, 'end')
  expect(read).toBeGreaterThan(size)
  await cutOff.promise
  let heard = 0
  deaf.on('data', (part: Buffer) => (heard += part.length))
  deaf.resume()
  await once(deaf, 'close')
  expect(heard).toBeLessThan(size)
})

test('connections past the limit are closed, and those there are go on', async () => {
  server = await openHttpServer(ANY_PORT, (_req, res) => res.end('ok'), { maxConnections: 2 })
  const [first, second] = [open(), open()]
  await Promise.all([once(first, 'connect'), once(second, 'connect')])
  await once(open(), 'close')
  first.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(first, 'data'))[0])).toContain('200 OK')
  first.destroy()
  second.destroy()
})

test('an address has a part of the connections only, and goes on when it has given some back', async () => {
  server = await openHttpServer(ANY_PORT, (_req, res) => res.end('ok'), { maxPerNetwork: 2 })
  const [first, second] = [open(), open()]
  await Promise.all([once(first, 'connect'), once(second, 'connect')])
  await once(open(), 'close')
  const ended = once(first.resume(), 'close')
  first.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await ended
  const third = open()
  third.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(third, 'data'))[0])).toContain('200 OK')
  for (const socket of [second, third]) socket.destroy()
})

test('behind a proxy that is trusted, connections of one address are not counted', async () => {
  server = await openHttpServer({ ...ANY_PORT, TRUST_PROXY: true }, (_req, res) => res.end('ok'), { maxPerNetwork: 1 })
  const sockets = [open(), open(), open()]
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  }
  for (const socket of sockets) socket.destroy()
})

test('an upload that is broken off is no error of the shop', async () => {
  const api = await startApi()
  const app = createApi(api.kernel)
  let arrived = (): void => undefined
  const atServer = new Promise<void>((resolve) => (arrived = resolve))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server = await openHttpServer(ANY_PORT, (req, res) => {
    res.once('close', arrived)
    void listener(req, res)
  })
  const lengthy = open()
  lengthy.write(HALF, () => setTimeout(() => lengthy.destroy(), 50))
  await atServer
  await sleep(50)
  expect(api.errors).toEqual([])
  await api.close()
})
