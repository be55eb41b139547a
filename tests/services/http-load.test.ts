import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { httpLoad } from '../load/http-load.ts'
import { LatencyHistogram } from '../load/latency-histogram.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

describe('the load generator', () => {
  test('counts every answer, long, empty and in pieces', async () => {
    const seen: string[] = []
    const port = await serve((req, res) => {
      seen.push(`${req.url ?? ''} ${req.headers['accept-encoding'] ?? ''}`)
      const body = Buffer.alloc(Number(req.url?.slice(1)), 'x')
      res.writeHead(200, { 'Content-Length': body.length })
      res.write(body.subarray(0, 10))
      setTimeout(() => res.end(body.subarray(10)), 2)
    })
    const paths = ['/0', '/5', '/70000', '/200000']
    const result = await httpLoad({ port, paths, once: true, connections: 2, seconds: 30, headers: { 'Accept-Encoding': 'br' } })
    expect(result).toMatchObject({ requests: 4, bodyBytes: 270_005 })
    expect(seen.toSorted()).toEqual(paths.map((path) => `${path} br`).toSorted())
    expect(result.p99).toBeGreaterThan(1)
  })

  test('goes on for its time', async () => {
    const port = await serve((_req, res) => res.writeHead(200, { 'Content-Length': 2 }).end('ok'))
    const result = await httpLoad({ port, paths: ['/'], connections: 4, seconds: 0.2 })
    expect(result.requests).toBeGreaterThan(4)
    expect(result.seconds).toBeGreaterThanOrEqual(0.2)
    expect(result.bodyBytes).toBe(result.requests * 2)
  })

  test('a wrong status is no measurement', async () => {
    const port = await serve((_req, res) => res.writeHead(500, { 'Content-Length': 0 }).end())
    await expect(httpLoad({ port, paths: ['/'], connections: 1, seconds: 5 })).rejects.toThrow('status 500')
  })

  test('nor is a connection that ends, or an answer without a length', async () => {
    const closing = await serve((req) => req.socket.destroy())
    await expect(httpLoad({ port: closing, paths: ['/'], connections: 1, seconds: 5 })).rejects.toThrow()
    const endless = await serve((_req, res) => void res.end('chunked'))
    const chunked = await serve((_req, res) => {
      res.write('a')
      res.end('b')
    })
    await expect(httpLoad({ port: chunked, paths: ['/'], connections: 1, seconds: 5 })).rejects.toThrow('without a length')
    expect((await httpLoad({ port: endless, paths: ['/'], once: true, connections: 1, seconds: 5 })).requests).toBe(1)
  })
})

test('percentiles are exact to two per cent', () => {
  const histogram = new LatencyHistogram()
  for (let ms = 1; ms <= 1000; ms += 1) histogram.add(ms)
  for (const [share, expected] of [
    [0.5, 500],
    [0.95, 950],
    [0.99, 990]
  ] as const)
    expect(Math.abs(histogram.percentile(share) / expected - 1)).toBeLessThan(0.02)
  expect(new LatencyHistogram().percentile(0.99)).toBe(0)
})
