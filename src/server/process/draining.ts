import type { RequestListener, Server, ServerResponse } from 'node:http'
import { Server as ConnectionServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Connections still open this long after closing began are destroyed. */
const DRAIN_TIMEOUT_MS = 5_000
const SWEEP_MS = 50
/** Idle for so long, a connection of a stopping server is closed: its client may be about to use it, and would then have to guess. */
const IDLE_MS = 1_000
/** Closed only after so long without a new connection: clients whose requests wait have all come by then, also on a busy machine. */
const QUIET_MS = 50
/** A turn of the event loop that reads and accepts little. */
const QUICK_TURN_MS = 1
const MAX_TURNS_MS = 2_000

interface Connection {
  /** Requests that have no complete response yet. */
  open: number
  idleSince: number
  /** Read until then: more means that a request has begun to arrive. */
  bytesRead: number
}

/**
 * Resolves right after a turn of the event loop that took no time, and after a while that brought no connection: a turn accepts only one, and
 * a listening socket that is closed resets those it has not handed over, without a word to who has sent a request already.
 */
const catchUp = async (accepted: () => number): Promise<void> => {
  const until = performance.now() + MAX_TURNS_MS
  let quietSince = performance.now()
  let before = accepted()
  for (;;) {
    await sleep(1)
    const began = performance.now()
    // Sockets are read between the timers and this.
    await new Promise((resolve) => void setImmediate(resolve))
    const now = performance.now()
    if (now > until) return
    if (accepted() !== before) [before, quietSince] = [accepted(), now]
    else if (now - quietSince >= QUIET_MS && now - began < QUICK_TURN_MS) return
  }
}

export interface Draining {
  /** From now on every response ends its connection. */
  begin: () => void
  /** Stops listening, answers what had arrived, closes idle connections, and everything after five seconds. */
  finish: (beforeClosing: () => Promise<void>) => Promise<void>
}

/**
 * Serves a server's requests and watches its connections, so that none is cut off while it is used when the server stops. Node's own closeIdleConnections does
 * that to a response which its client has not taken yet.
 */
export const createDraining = (server: Server, listener: RequestListener): Draining => {
  const connections = new Map<Socket, Connection>()
  const responses = new Set<ServerResponse>()
  let draining = false
  let accepted = 0
  /** Requests that wait while the server catches up: without their work its turns are quick. */
  let waiting: (() => void)[] | null = null

  server.on('connection', (socket: Socket) => {
    accepted += 1
    connections.set(socket, { open: 0, idleSince: performance.now(), bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (req, res) => {
    const { socket } = req
    const connection = connections.get(socket)
    if (connection) connection.open += 1
    if (draining) res.setHeader('Connection', 'close')
    responses.add(res)
    res.once('close', () => {
      responses.delete(res)
      if (!connection) return
      connection.open -= 1
      connection.idleSince = performance.now()
      connection.bytesRead = socket.bytesRead
    })
    if (waiting) waiting.push(() => listener(req, res))
    else listener(req, res)
  })
  const closeIdle = (since: number): void => {
    const now = performance.now()
    for (const [socket, { open, idleSince, bytesRead }] of connections)
      if (open === 0 && socket.bytesRead === bytesRead && now - Math.max(since, idleSince) >= IDLE_MS) socket.destroy()
  }

  return {
    begin: () => {
      draining = true
      for (const res of responses) if (!res.headersSent) res.setHeader('Connection', 'close')
    },
    finish: async (beforeClosing) => {
      const delayed = (waiting = [] as (() => void)[])
      await catchUp(() => accepted)
      const since = performance.now()
      // Only stops listening: the method of the HTTP server would destroy idle connections at once.
      const closed = new Promise<void>((resolve) => void ConnectionServer.prototype.close.call(server, () => resolve()))
      waiting = null
      for (const serve of delayed) serve()
      // Right after the process has read what lies in its sockets; a timer alone comes before that.
      const sweepTimer = setInterval(() => setImmediate(() => closeIdle(since)), SWEEP_MS)
      const forceTimer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
      await beforeClosing()
      await closed
      clearInterval(sweepTimer)
      clearTimeout(forceTimer)
    }
  }
}
