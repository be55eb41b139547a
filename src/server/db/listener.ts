import type pg from 'pg'

/** Calls back when another process says so on a channel. */
export interface Listener {
  /** Resolves when the first try to hear was made. Returns an unsubscriber. */
  listen(channel: string, wake: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RETRY_MS = 1_000

/**
 * One connection of a process for all channels. A connection that breaks is made anew, and then everybody is woken, because something
 * may have been missed meanwhile. Poolers and distributed databases may never deliver: nobody may count on a call.
 */
export const createListener = (connect: () => pg.Client, retryMs = RETRY_MS): Listener => {
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
    const disconnected = (): void => {
      if (connected) reconnect()
      connected = false
      // It is broken already.
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
      return client
    } catch {
      // Tried again after a pause.
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
      // A connection that broke is made anew, and hears all channels.
      if (client) await startListening(client, channel).catch(() => undefined)
      return () => Promise.resolve(void callbacks.delete(wake))
    },
    close: async () => {
      closed = true
      if (retry) clearTimeout(retry)
      const client = await current
      // It is broken already.
      await client?.end().catch(() => undefined)
    }
  }
}
