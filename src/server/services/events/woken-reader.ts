import type { Engine } from '#server/db/engine.ts'

export interface WokenReaderOptions {
  engine: Engine
  /** NOTIFY channel that wakes it. */
  channel: string
  pollMs: number
  /** Reads once; returns true when there may be more. */
  read: () => Promise<boolean>
  /** Whether anybody waits for what is read. */
  isNeeded: () => boolean
  /** Told once when reads begin to fail. */
  onFailure: (cause: unknown) => void
}

/** Reads again and again what others write to the database. */
export interface WokenReader {
  /** Begins to listen and to poll, and reads now. */
  start(): void
  /** Reads now instead of at the next tick. */
  wake(): void
  /** Polls no more until the next start. */
  pause(): void
  isClosed(): boolean
  close(): Promise<void>
}

/** NOTIFY wakes it but may be lost, so it polls as well while it is needed. Reads never overlap. */
export const createWokenReader = ({ engine, channel, pollMs, read, isNeeded, onFailure }: WokenReaderOptions): WokenReader => {
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<unknown> | null = null
  let readAgain = false
  let closed = false
  let isFailing = false
  let listening: Promise<(() => Promise<void>) | null> | null = null

  const readAll = async (): Promise<void> => {
    let more = true
    while (more) {
      readAgain = false
      if (closed || !isNeeded()) return
      more = (await read()) || readAgain
    }
  }
  const wake = (): void => {
    if (closed || !isNeeded()) return
    readAgain = true
    // A failed read loses nothing: the next tick reads again. Told once until a read succeeds.
    reading ??= readAll()
      .then(
        () => (isFailing = false),
        (cause: unknown) => {
          if (!isFailing) onFailure(cause)
          isFailing = true
        }
      )
      .finally(() => {
        reading = null
        if (readAgain) wake()
      })
  }
  const pause = (): void => {
    if (timer) clearInterval(timer)
    timer = null
  }
  return {
    start: () => {
      timer ??= setInterval(wake, pollMs).unref()
      // LISTEN failed: polling serves without it.
      listening ??= engine.listen(channel, wake).catch(() => null)
      wake()
    },
    wake,
    pause,
    isClosed: () => closed,
    close: async () => {
      closed = true
      pause()
      await reading
      const unlisten = await listening
      // The connection is already broken.
      await unlisten?.().catch(() => undefined)
    }
  }
}
