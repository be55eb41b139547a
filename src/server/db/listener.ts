import type pg from 'pg'

/** Receives notifications of PostgreSQL. */
export interface Listener {
  /** Resolves after the first attempt to listen. Returns an unsubscriber. */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RETRY_MS = 1_000
/** A machine that vanished sends nothing: only a question shows that the connection is dead. */
const HEARTBEAT_MS = 10_000

/**
 * Creates a listener with one connection for all channels. After a reconnect all callbacks are called, because notifications may have
 * been missed. Poolers and distributed databases may never deliver: callers must poll as well.
 */
export const createListener = (connect: () => pg.Client, { retryMs = RETRY_MS, heartbeatMs = HEARTBEAT_MS } = {}): Listener => {
  const channels = new Map<string, Set<() => void>>()
  let current: Promise<pg.Client | null> | null = null
  let retry: NodeJS.Timeout | null = null
  let closed = false

  const wakeAll = (): void => {
    for (const callbacks of channels.values()) for (const wake of callbacks) wake()
  }
  const startListening = (client: pg.Client, channel: string) => client.query(`listen "${channel.replaceAll('"', '')}"`)
  const reconnect = (): void => {
    current = null
    if (closed || retry || channels.size === 0) return
    retry = setTimeout(() => {
      retry = null
      void ensure().then((client) => client && wakeAll())
    }, retryMs).unref()
  }
  const open = async (): Promise<pg.Client | null> => {
    const client = connect()
    let connected = true
    let heartbeat: NodeJS.Timeout | null = null
    const disconnected = (): void => {
      if (connected) reconnect()
      connected = false
      if (heartbeat) clearInterval(heartbeat)
      // The connection is broken already.
      void client.end().catch(() => undefined)
    }
    client.on('error', disconnected)
    client.on('end', disconnected)
    client.on('notification', ({ channel }) => {
      for (const wake of channels.get(channel) ?? []) wake()
    })
    try {
      await client.connect()
      for (const channel of channels.keys()) await startListening(client, channel)
      heartbeat = setInterval(() => void client.query('select 1').catch(disconnected), heartbeatMs).unref()
      return client
    } catch {
      // Retried after a pause.
      disconnected()
      return null
    }
  }
  const ensure = (): Promise<pg.Client | null> => (current ??= open())

  return {
    listen: async (channel, wake) => {
      const callbacks = channels.get(channel) ?? new Set()
      channels.set(channel, callbacks.add(wake))
      const client = await ensure()
      // On failure the next connection listens on all channels.
      if (client) await startListening(client, channel).catch(() => undefined)
      return () => Promise.resolve(void callbacks.delete(wake))
    },
    close: async () => {
      closed = true
      if (retry) clearTimeout(retry)
      const client = await current
      // The connection is broken already.
      await client?.end().catch(() => undefined)
    }
  }
}
