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
  changed: CatalogueChanged,
  pollMs = POLL_MS
): (() => void) => {
  let known: number | null = null
  let silent = false
  let again = false
  let looking: Promise<void> | null = null

  const look = async (): Promise<void> => {
    const version = await catalogueVersion(engine.db)
    await engine.reader.follow(async (replica) => (await catalogueVersion(replica)) >= version)
    if (known !== null && version !== known) {
      const supplierIds = await changedBetween(engine.db, known, version)
      directory.invalidate()
      changed(supplierIds)
    }
    known = version
    if (silent) log('info', 'the database answers again')
    silent = false
  }
  const wake = (): void => {
    again = true
    looking ??= (async () => {
      while (again) {
        again = false
        await look()
      }
    })()
      .catch((cause: unknown) => {
        // Said once, not twice a second for as long as the database is away.
        if (!silent) log('error', 'looking for catalogue changes', cause)
        silent = true
      })
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(wake, pollMs).unref()
  // Not heard: the tick looks, too.
  const listening = engine.listen(CATALOGUE_CHANNEL, wake).catch(() => null)
  wake()
  return () => {
    clearInterval(timer)
    void listening.then((stop) => stop?.())
  }
}
