import type { Kernel } from '#server/kernel.ts'
import { catalogueVersion, changedBetween } from '#server/catalogue-memory/directory.ts'
import { CATALOGUE_CHANNEL } from '#server/market-import/write-market.ts'

const POLL_MS = 500

/** Called with the ids of the suppliers that changed; null: all of them, or data that they share. */
export type CatalogueChanged = (supplierIds: readonly number[] | null) => void

/**
 * Calls back after a catalogue change in any process: at once on NOTIFY, by polling within 500 ms when the notification is lost.
 * The directory is invalidated before, and a replica without the change is no longer read. Returns an unsubscriber.
 */
export const watchCatalogue = (
  { engine, directory, log }: Pick<Kernel, 'engine' | 'directory' | 'log'>,
  onChange: CatalogueChanged,
  pollMs = POLL_MS
): (() => void) => {
  let lastVersion: number | null = null
  let failing = false
  let pollAgain = false
  let polling: Promise<void> | null = null

  const poll = async (): Promise<void> => {
    const version = await catalogueVersion(engine.db)
    await engine.reader.follow(async (replica) => (await catalogueVersion(replica)) >= version)
    if (lastVersion !== null && version !== lastVersion) {
      const supplierIds = await changedBetween(engine.db, lastVersion, version)
      directory.invalidate()
      onChange(supplierIds)
    }
    lastVersion = version
    if (failing) log('info', 'the database answers again')
    failing = false
  }
  const schedulePoll = (): void => {
    pollAgain = true
    polling ??= (async () => {
      while (pollAgain) {
        pollAgain = false
        await poll()
      }
    })()
      .catch((cause: unknown) => {
        // Logged once per outage, not at every poll.
        if (!failing) log('error', 'looking for catalogue changes', cause)
        failing = true
      })
      .finally(() => {
        polling = null
      })
  }
  const timer = setInterval(schedulePoll, pollMs).unref()
  // Without notifications the timer polls.
  const listening = engine.listen(CATALOGUE_CHANNEL, schedulePoll).catch(() => null)
  schedulePoll()
  return () => {
    clearInterval(timer)
    void listening.then((stop) => stop?.())
  }
}
