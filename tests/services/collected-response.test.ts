import { expect, test } from 'vitest'
import { collect } from '#server/front/collected-response.ts'

const PAGE = new URL('https://shop.example/en/search?term=x')
type Handler = Parameters<typeof collect>[0]
const answered = (handler: Handler) => collect(handler, PAGE, {})

test('a handler sees a request for the page and nobody behind it, and what it writes is collected', async () => {
  const locals = { siteUrl: 'x' }
  const handler: Handler = async (req, res, _next, given) => {
    expect([req.method, req.url, req.headers, given]).toEqual([
      'GET',
      '/en/search?term=x',
      { host: 'shop.example', accept: 'text/html' },
      locals
    ])
    expect(Object(req.socket)).toMatchObject({ encrypted: true })
    res.writeHead(201, { 'Content-Type': 'text/html', 'X-Cache-Tags': ['a', 'b'] })
    res.write(Buffer.from('բա'))
    await Promise.resolve()
    res.write('րև')
    res.end()
  }
  const { status, headers, body } = await collect(handler, PAGE, locals)
  expect([status, headers, body.toString()]).toEqual([201, { 'content-type': 'text/html', 'x-cache-tags': 'a, b' }, 'բարև'])
})

test('an address that the handler does not know is an empty 404', async () => {
  const { status, body } = await answered((_req, _res, next) => Promise.resolve(next()))
  expect([status, body.length]).toEqual([404, 0])
})

test('what breaks off, throws or is handed on as a fault is no page', async () => {
  const broken: Handler = (_req, res) => {
    res.writeHead(200).write('<p>')
    res.destroy(new Error('broke off'))
    return Promise.resolve()
  }
  await expect(answered(broken)).rejects.toThrow('broke off')
  await expect(answered(() => Promise.reject(new Error('thrown')))).rejects.toThrow('thrown')
  await expect(answered((_req, _res, next) => Promise.resolve(next(new Error('handed on'))))).rejects.toThrow('handed on')
})
