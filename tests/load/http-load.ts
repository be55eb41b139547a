import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { LatencyHistogram } from './latency-histogram.ts'
import { ResponseReader } from './response-reader.ts'

export interface LoadOptions {
  port: number
  host?: string
  /** Asked for in turn, over and over; with `once` each a single time. */
  paths: readonly string[]
  once?: boolean
  connections: number
  /** The longest a run lasts; requests on their way are waited for. */
  seconds: number
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
  /** What every answer must say. */
  status?: number
}

/** Times in milliseconds. `bodyBytes` counts answers without their heads. */
export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  bodyBytes: number
  p50: number
  p95: number
  p99: number
}

/**
 * Loads a server over raw keep-alive sockets, one request at a time on each: the client costs little and measures what the server takes.
 * Rejects when an answer has another status, no length, or a connection ends.
 */
export const httpLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const { port, host = '127.0.0.1', paths, once = false, connections, seconds, headers = {}, status = 200 } = options
  const tail = Object.entries({ Host: `${host}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const messages = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${tail.join('')}\r\n`, 'latin1'))
  const latencies = new LatencyHistogram()
  const started = performance.now()
  const deadline = started + seconds * 1000
  let next = 0
  let bodyBytes = 0

  const nextMessage = (): Buffer | undefined => {
    if (performance.now() >= deadline || (once && next >= messages.length)) return undefined
    const message = messages[next % messages.length]
    next += 1
    return message
  }
  const converse = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0
      const send = (): void => {
        const message = nextMessage()
        if (!message) {
          socket.end()
          return resolve()
        }
        sentAt = performance.now()
        socket.write(message)
      }
      const reader = new ResponseReader((got, length) => {
        if (got !== status) throw new Error(`an answer with status ${got} instead of ${status}`)
        latencies.add(performance.now() - sentAt)
        bodyBytes += length
        send()
      })
      socket.on('data', (chunk) => {
        try {
          reader.read(chunk)
        } catch (cause) {
          socket.destroy()
          reject(cause instanceof Error ? cause : new Error(String(cause)))
        }
      })
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('the server closed a connection')))
      send()
    })

  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port, host)))
  try {
    await Promise.all(sockets.map(converse))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  const took = (performance.now() - started) / 1000
  return {
    requests: latencies.count,
    seconds: took,
    perSecond: latencies.count / took,
    bodyBytes,
    p50: latencies.percentile(0.5),
    p95: latencies.percentile(0.95),
    p99: latencies.percentile(0.99)
  }
}

const open = (port: number, host: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** The same in a process of its own, so that it can have a core of its own: `prefix` is what the command begins with, such as `taskset -c 1`. */
export const httpLoadApart = (options: LoadOptions, prefix: readonly string[] = []): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const [program = process.execPath, ...args] = [
      ...prefix,
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      import.meta.filename
    ]
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    let answer = ''
    child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(answer) as LoadResult) : reject(new Error(`the load ended with ${code}`))
    )
    child.stdin.end(JSON.stringify(options))
  })

if (import.meta.main) {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  process.stdout.write(JSON.stringify(await httpLoad(JSON.parse(Buffer.concat(chunks).toString()) as LoadOptions)))
}
