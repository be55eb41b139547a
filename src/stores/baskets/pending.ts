import { atom } from 'nanostores'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isRecordOf, isShape, isText } from '#stores/shape.ts'
import { findItem, lineKey } from './lines.ts'
import type { Addition, Additions, PendingLine, PendingLines } from './optimistic.ts'
import { confirmedBasket } from './server.ts'

interface Saved {
  version: 1
  /** Quantities are idempotent and retried until the server answers. */
  lines: PendingLines
  /** Additions are sent once, by the page that removes them from this list. */
  additions?: Additions
}
const line = { productId: isNumber, options: isListOf(isNumber), quantity: isNumber, name: isText }
const isAdditions = isRecordOf(isShape({ ...line, added: isNumber }))
const isSaved = isShape({
  version: isExactly(1),
  lines: isRecordOf(isShape(line)),
  additions: (value): value is Additions | undefined => value === undefined || isAdditions(value)
})
const NONE: Saved = { version: 1, lines: {} }

/** Changes the server has not confirmed, persisted so that they survive leaving the page and being offline. The key is historical. */
const $pending = savedStore<Saved>('root:wishes', isSaved, NONE)
/** Additions in flight. In memory only, so that no other page sends them again. */
const $sending = atom<PendingLines>({})
/** Changes sent by another tab: shown until this tab has fetched the basket. */
const $elsewhere = atom<PendingLines>({})
export { $pending, $sending, $elsewhere }

export const pendingLines = (): PendingLines => $pending.get().lines
export const pendingAdditions = (): Additions => $pending.get().additions ?? {}

/** The last value written by this page. */
let lastWritten: Saved = NONE
const write = (change: Partial<Saved>): void => $pending.set((lastWritten = { ...$pending.get(), ...change }))

const without = <T>(lines: Readonly<Record<string, T>>, key: string): Record<string, T> => {
  const { [key]: _, ...rest } = lines
  return rest
}

export const putQuantity = (pending: PendingLine): string => {
  const key = lineKey(pending.productId, pending.options)
  write({ lines: { ...pendingLines(), [key]: pending } })
  return key
}
/** Adds to an addition already pending, for example after a reload. */
export const putAddition = (key: string, addition: Addition): void => {
  const existing = pendingAdditions()
  write({ additions: { ...existing, [key]: { ...addition, added: addition.added + (existing[key]?.added ?? 0) } } })
}

/** Whether the pending quantity is still the one that was sent. */
export const isStillPending = (key: string, sent: PendingLine): boolean => pendingLines()[key]?.quantity === sent.quantity

/** Drops a confirmed or refused quantity; one changed meanwhile stays. */
export const dropQuantity = (key: string, sent: PendingLine): void => {
  if (isStillPending(key, sent)) write({ lines: without(pendingLines(), key) })
}
export const dropAllPending = (): void => $pending.set((lastWritten = NONE))

/** Moves an addition from pending to in flight, where no other page finds it. */
export const beginSending = (key: string, addition: Addition): void => {
  $sending.set({ ...$sending.get(), [key]: addition })
  write({ additions: without(pendingAdditions(), key) })
}
export const endSending = (key: string): void => $sending.set(without($sending.get(), key))

export const isAheadElsewhere = (): boolean => Object.keys($elsewhere.get()).length > 0
export const clearElsewhere = (): void => {
  if (isAheadElsewhere()) $elsewhere.set({})
}

/** A line another tab removes from the list before the basket here contains it was sent there: it stays visible until the basket is fetched. */
export const followOtherTabs = (): void =>
  void $pending.listen((value, before) => {
    if (value === lastWritten || !before) return
    const removed = Object.entries({ ...before.additions, ...before.lines }).filter(
      ([key, { quantity }]) =>
        !value.lines[key] && !value.additions?.[key] && (findItem(confirmedBasket(), key)?.quantity ?? 0) !== quantity
    )
    if (removed.length > 0) $elsewhere.set({ ...$elsewhere.get(), ...Object.fromEntries(removed) })
  })
