import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GatewayRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}
export interface GatewayAnswer {
  status: number
  text?: string
  headers?: Record<string, string>
}
/** `hang`: the request is read and never answered. `slow`: the head comes, the body never ends. */
export type GatewayFault = GatewayAnswer | 'hang' | 'slow' | 'break'

/** A vendor's server on loopback: `answer` speaks its protocol, `faults` come first, one a request. */
export const startGateway = async (answer: (request: GatewayRequest) => GatewayAnswer) => {
  const requests: GatewayRequest[] = []
  const faults: GatewayFault[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const request = { method: req.method ?? '', path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks) }
      requests.push(request)
      const fault = faults.shift()
      if (fault === 'hang') return
      if (fault === 'break') return void req.socket.destroy()
      if (fault === 'slow') return void res.writeHead(200, { 'content-type': 'application/json' }).write('{"da')
      const { status, text = '', headers = {} } = fault ?? answer(request)
      res.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    faults,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    }
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>

const jsonOf = (body: Buffer): unknown => JSON.parse(body.toString())
const text = (value: unknown): string => JSON.stringify(value)

/** Nikita's broker: Basic authentication, one list of messages, an id of our own that it takes once. */
export const nikita = () => {
  const known = new Set<string>()
  return startGateway(({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/broker-api/send') return { status: 404 }
    if (headers.authorization !== `Basic ${Buffer.from('shop:sesame').toString('base64')}`) return { status: 401 }
    const { messages = [] } = jsonOf(body) as { messages?: { recipient?: string; 'message-id'?: string; sms?: { originator?: string } }[] }
    const [message] = messages
    const id = message?.['message-id']
    if (!id) return { status: 400, text: text({ 'error-code': 205, 'error-description': 'Empty message-id' }) }
    if (!/^374\d{8}$/.test(message.recipient ?? ''))
      return { status: 400, text: text({ 'error-code': 202, 'error-description': 'Invalid recipient' }) }
    if (known.has(id)) return { status: 400, text: text({ 'error-code': 206, 'error-description': 'Duplicate message-id' }) }
    known.add(id)
    return { status: 200, text: 'Request is received' }
  })
}

/** Dexatel: a key in a header, `data`, 201 and an id of its own. */
export const dexatel = () => {
  let count = 0
  return startGateway(({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/v1/messages') return { status: 404 }
    if (headers['x-dexatel-key'] !== 'sesame') return { status: 401 }
    const { data } = jsonOf(body) as { data?: { channel?: string; to?: string[]; text?: string } }
    if (data?.channel !== 'SMS' || !/^374\d{8}$/.test(data.to?.[0] ?? '') || !data.text)
      return { status: 422, text: text({ errors: [{ title: 'Invalid' }] }) }
    count += 1
    return { status: 201, text: text({ data: [{ id: `dx-${count}`, status: 'enroute' }] }) }
  })
}
