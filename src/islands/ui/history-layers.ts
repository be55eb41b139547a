/** Open layers (modals, drawer), bottom first. Each has a session history entry, so that the browser's back closes it (spec section 2). */
const layers: (() => void)[] = []
let listening = false
let isLeaving = false

const depth = (): number => Number(history.state?.layer ?? 0)

const onBack = (): void => {
  while (layers.length > depth()) layers.pop()?.()
}

/** Removes history entries without a layer in one step. Deferred, so that a new layer can reuse them first: `history.go` is asynchronous. */
const removeExtraEntries = (): void => {
  if (isLeaving) return
  isLeaving = true
  queueMicrotask(() => {
    isLeaving = false
    const extra = depth() - layers.length
    if (extra > 0) history.go(-extra)
  })
}

/** Adds a layer; a replacement reuses the history entry. Returns the function that removes it, a no-op after back closed it. */
export const pushLayer = (close: () => void): (() => void) => {
  if (!listening) addEventListener('popstate', onBack)
  listening = true
  layers.push(close)
  if (depth() < layers.length) history.pushState({ ...history.state, layer: layers.length }, '')
  return () => {
    const index = layers.indexOf(close)
    if (index < 0) return
    layers.splice(index, 1)
    removeExtraEntries()
  }
}
