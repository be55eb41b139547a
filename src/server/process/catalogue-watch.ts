import type { Kernel } from '#server/kernel.ts'
import { catalogueVersion, changedBetween } from '#server/catalogue-memory/directory.ts'
import { CATALOGUE_CHANNEL } from '#server/market-import/write-market.ts'

const POLL_MS = 500

/** Hears whose goods changed; null: anybody's, or what all of them share. */
export type CatalogueChanged = (supplierIds: readonly number[] | null) => void

/**
 * Calls back after a catalogue change in any process: at once when the database says so, within half a second when its word is lost.
 * By then the directory forgets its suppliers, and a replica that does not have the change yet is no longer asked. Returns an unsubscriber.
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
        // Said once, not twice a second for as long as the database is away.
        if (!failing) log('error', 'looking for catalogue changes', cause)
        failing = true
      })
      .finally(() => {
        polling = null
      })
  }
  const timer = setInterval(schedulePoll, pollMs).unref()
  // Not heard: the tick looks, too.
  const listening = engine.listen(CATALOGUE_CHANNEL, schedulePoll).catch(() => null)
  schedulePoll()
  return () => {
    clearInterval(timer)
    void listening.then((stop) => stop?.())
  }
}
