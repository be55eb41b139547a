import { createServer, type IncomingMessage } from 'node:http'

export interface Asked {
  path: string
  query: Record<string, string>
  agent: string
  at: number
}
/** What a vendor's stub does with a question: an answer as JSON or text, a status, silence, or a broken line. */
export type StubAnswer = { json: unknown } | { text: string } | { status: number } | 'silence' | 'break' | { redirect: string }

export interface GeoStub {
  url: string
  asked: Asked[]
  /** From now on it answers so. */
  answers: (answer: StubAnswer | ((asked: Asked) => StubAnswer)) => void
  close: () => Promise<void>
}

const read = (request: IncomingMessage): Asked => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
  return {
    path: pathname,
    query: Object.fromEntries(searchParams),
    agent: request.headers['user-agent'] ?? '',
    at: performance.now()
  }
}

/** A geocoder of somebody else, on loopback: it speaks whatever a test gives it to say. */
export const startGeoStub = async (): Promise<GeoStub> => {
  let answer: (asked: Asked) => StubAnswer = () => ({ status: 500 })
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const question = read(request)
    asked.push(question)
    const said = answer(question)
    if (said === 'silence') return
    if (said === 'break') return void request.socket.destroy()
    if ('status' in said) return void response.writeHead(said.status).end('{"error":"no"}')
    if ('redirect' in said) return void response.writeHead(302, { Location: said.redirect }).end()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('text' in said ? said.text : JSON.stringify(said.json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers: (next) => {
      answer = typeof next === 'function' ? next : () => next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
