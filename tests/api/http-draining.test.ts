import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openHttpServer, type HttpServer } from '#server/process/http-server.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const ENDED = /200 OK[^]*Connection: close/

let server: HttpServer | null = null
afterEach(() => server?.close(() => Promise.resolve()))

const listen = async (listener: RequestListener = (_req, res) => res.end('ok')): Promise<void> => {
  server = await openHttpServer({ HOST: '127.0.0.1', PORT: 0, DRAIN_SECONDS: 0, TRUST_PROXY: false }, listener)
}
const open = (): Socket => connect(Number(new URL(server?.address ?? '').port), '127.0.0.1').on('error', () => undefined)
const answered = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.once('close', () => resolve('cut off'))
  })
const stop = (): Promise<void> => {
  const stopped = server?.close(() => Promise.resolve())
  server = null
  return stopped ?? Promise.resolve()
}
const beBusy = (ms: number): void => {
  const began = performance.now()
  while (performance.now() - began < ms) continue
}

test('a request that had arrived when the server stops is answered, however busy it is', async () => {
  await listen()
  const sockets = Array.from({ length: 20 }, open)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const first = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(GET)
  await Promise.all(first)
  const answers = sockets.map(answered)
  for (const socket of sockets) socket.write(GET)
  const stopped = stop()
  // Busy until it is time to close: the requests lie unread in its sockets.
  beBusy(20)
  await stopped
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(ENDED)
})

test('a connection that had arrived when the server stops is served, however busy it is', async () => {
  await listen()
  const sockets = Array.from({ length: 20 }, open)
  const answers = sockets.map(answered)
  for (const socket of sockets) socket.write(GET)
  const stopped = stop()
  // The connections are made, and wait to be accepted.
  beBusy(20)
  await stopped
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(ENDED)
})

test('an answer that is under way when the server stops ends its connection', async () => {
  await listen((_req, res) => void sleep(30).then(() => res.end('ok')))
  const socket = open()
  await once(socket, 'connect')
  const answer = answered(socket)
  socket.write(GET)
  await sleep(10)
  await stop()
  expect(await answer).toMatch(ENDED)
})

test('an answer that its client takes slowly is not cut off by the stop', async () => {
  const size = 32 * 1024 * 1024
  await listen((_req, res) => res.end(Buffer.alloc(size)))
  const socket = open()
  socket.write(GET)
  await once(socket, 'readable')
  // What the client does not take yet lies in the server, and nothing else is asked for.
  const stopped = stop()
  await sleep(450)
  let read = 0
  socket.on('data', (part: Buffer) => (read += part.length))
  await once(socket, 'close')
  await stopped
  expect(read).toBeGreaterThan(size)
})
