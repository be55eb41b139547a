import { createServer } from 'node:http'

/** What the bare server answers to everything: names and values of the head in turn, and the body in base64. */
export interface ReferenceAnswer {
  head: string[]
  body: string
}

/** The limit to measure against: node:http that looks at nothing and sends one head and one buffer. Told what on standard input; prints its port. */
if (import.meta.main) {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const { head, body } = JSON.parse(Buffer.concat(chunks).toString()) as ReferenceAnswer
  const buffer = Buffer.from(body, 'base64')
  const server = createServer((_req, res) => {
    res.writeHead(200, head)
    res.end(buffer)
  })
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
  })
}
