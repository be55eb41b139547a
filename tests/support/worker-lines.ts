import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { OrderEvent } from '#contract/orders/calls.ts'

/** Processes that a process started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    const [, parent] = /^\d+ \(.*\) [^Z] (\d+) /s.exec(readQuietly(`/proc/${name}/stat`)) ?? []
    return /^\d+$/.test(name) && Number(parent) === pid ? [Number(name)] : []
  })

const readQuietly = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Which of these processes holds the other end of a connection on this machine, as the kernel says; nothing in the shop tells it. */
const holderOf = (socket: Socket, pids: readonly number[]): number => {
  const [from, to] = [socket.remotePort, socket.localPort].map((port) => (port ?? 0).toString(16).toUpperCase().padStart(4, '0'))
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((text) => text.includes(`:${from ?? ''} `) && new RegExp(`:${from ?? ''} \\w+:${to ?? ''} `).test(text))
  const inode = line?.trim().split(/\s+/)[9]
  const holds = (pid: number): boolean => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode ?? ''}]`)
    } catch {
      return false
    }
  }
  return pids.find(holds) ?? 0
}

export interface LineReply {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** One kept connection, and so one worker, for as long as that lives. */
export interface Line {
  /** The worker at the other end of the last answer; 0 before the first. */
  readonly pid: number
  ask: (path: string, options?: { method?: string; headers?: Record<string, string>; body?: string }) => Promise<LineReply>
  /** An answer that has not ended yet. */
  open: (path: string, headers?: Record<string, string>) => Promise<IncomingMessage>
  /** Asks for a page until it has the word; gives up after 20 seconds. */
  until: (path: string, word: string) => Promise<void>
  close: () => void
}

export const openLine = (url: string, workers: () => number[]): Line => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const holders = new WeakMap<Socket, number>()
  let pid = 0
  const open = (path: string, method = 'GET', headers = {}, body?: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asking = request(`${url}${path}`, {
        agent,
        method,
        headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
      })
      asking.on('error', reject)
      asking.on('response', (answer) => {
        pid = holders.get(answer.socket) ?? holderOf(answer.socket, workers())
        holders.set(answer.socket, pid)
        resolve(answer)
      })
      asking.end(body)
    })
  const ask: Line['ask'] = async (path, { method, headers, body } = {}) => {
    const answer = await open(path, method, headers, body)
    const chunks: Buffer[] = []
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }
  }
  return {
    get pid() {
      return pid
    },
    open: (path, headers) => open(path, 'GET', headers),
    ask,
    until: async (path, word) => {
      const end = performance.now() + 20_000
      while (!(await ask(path)).text.includes(word)) {
        if (performance.now() > end) throw new Error(`process ${pid} does not show "${word}"`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => agent.destroy()
  }
}

/** One that takes the place of another starts for seconds. */
const TRIES = 2_000

/** Connections until there is one to each worker. */
export const lineToEach = async (url: string, workers: () => number[], count: number): Promise<Line[]> => {
  const lines = new Map<number, Line>()
  for (let attempt = 0; attempt < TRIES && lines.size < count; attempt += 1) {
    const line = openLine(url, workers)
    const answered = await line.ask('/api/health').then(
      ({ status }) => status === 200,
      () => false
    )
    if (answered && line.pid !== 0 && !lines.has(line.pid)) lines.set(line.pid, line)
    else {
      line.close()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  if (lines.size < count) throw new Error(`${lines.size} of ${count} workers answered`)
  return [...lines.values()]
}

/** Events of a stream of orders, until so many are there; then the stream is left. */
export const readOrderEvents = async (answer: IncomingMessage, count: number): Promise<OrderEvent[]> => {
  const events: OrderEvent[] = []
  let rest = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const parts = (rest + chunk.toString()).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [, id, data] = /^id: (\d+)\nevent: order\ndata: (.*)$/.exec(part) ?? []
      if (id && data) events.push({ ...(JSON.parse(data) as OrderEvent), id })
    }
    if (events.length >= count) break
  }
  answer.destroy()
  return events
}
