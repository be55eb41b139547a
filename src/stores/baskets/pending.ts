import { atom } from 'nanostores'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isListOf, isNumber, isRecordOf, isShape, isText } from '#stores/shape.ts'
import { findItem, lineKey } from './lines.ts'
import type { Addition, Additions, PendingLine, PendingLines } from './optimistic.ts'
import { confirmedBasket } from './server.ts'

interface Saved {
  version: 1
  /** Quantities: sent as often as it takes, which does no harm. */
  lines: PendingLines
  /** Sent once, by the page that takes them off this list. */
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

/** Changes that the server has not confirmed; saved, so that nothing is lost with the page or offline. The key is older than the name. */
const $pending = savedStore<Saved>('root:wishes', isSaved, NONE)
/** Additions on their way: of this page alone, because nobody else may send them again. */
const $sending = atom<PendingLines>({})
/** Changes that another tab has sent: shown until this one has fetched them. */
const $elsewhere = atom<PendingLines>({})
export { $pending, $sending, $elsewhere }

export const pendingLines = (): PendingLines => $pending.get().lines
export const pendingAdditions = (): Additions => $pending.get().additions ?? {}

/** What this page wrote itself last. */
let written: Saved = NONE
const write = (change: Partial<Saved>): void => $pending.set((written = { ...$pending.get(), ...change }))

const without = <T>(lines: Readonly<Record<string, T>>, key: string): Record<string, T> => {
  const { [key]: _, ...rest } = lines
  return rest
}

export const putQuantity = (wanted: PendingLine): string => {
  const key = lineKey(wanted.productId, wanted.options)
  write({ lines: { ...pendingLines(), [key]: wanted } })
  return key
}
/** One that waits already, as after a reload, grows. */
export const putAddition = (key: string, addition: Addition): void => {
  const waiting = pendingAdditions()
  write({ additions: { ...waiting, [key]: { ...addition, added: addition.added + (waiting[key]?.added ?? 0) } } })
}

/** Whether a quantity is still the one that was sent: nobody changed it meanwhile. */
export const isStillPending = (key: string, sent: PendingLine): boolean => pendingLines()[key]?.quantity === sent.quantity

/** Confirmed or refused; a quantity that was changed meanwhile stays. */
export const dropQuantity = (key: string, sent: PendingLine): void => {
  if (isStillPending(key, sent)) write({ lines: without(pendingLines(), key) })
}
export const dropAllPending = (): void => $pending.set((written = NONE))

/** From now on an addition is on its way: no other page finds it among those that wait. */
export const beginSending = (key: string, addition: Addition): void => {
  $sending.set({ ...$sending.get(), [key]: addition })
  write({ additions: without(pendingAdditions(), key) })
}
export const endSending = (key: string): void => $sending.set(without($sending.get(), key))

export const isAheadElsewhere = (): boolean => Object.keys($elsewhere.get()).length > 0
export const forgetElsewhere = (): void => {
  if (isAheadElsewhere()) $elsewhere.set({})
}

/** A line that another tab takes off the list although the basket fetched here does not show it was sent there: it stays in sight until fetched. */
export const followOtherTabs = (): void =>
  void $pending.listen((value, before) => {
    if (value === written || !before) return
    const gone = Object.entries({ ...before.additions, ...before.lines }).filter(
      ([key, { quantity }]) =>
        !value.lines[key] && !value.additions?.[key] && (findItem(confirmedBasket(), key)?.quantity ?? 0) !== quantity
    )
    if (gone.length > 0) $elsewhere.set({ ...$elsewhere.get(), ...Object.fromEntries(gone) })
  })
