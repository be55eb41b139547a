/** Open layers (modals, drawer), base first. Each has an entry in the session history, so that the browser's back closes it (spec section 2). */
const layers: (() => void)[] = []
let listening = false
let leaving = false

const depth = (): number => Number(history.state?.layer ?? 0)

const onBack = (): void => {
  while (layers.length > depth()) layers.pop()?.()
}

/** Entries without a layer go, all at once and not before others could take them over: going back takes effect later. */
const leaveEntries = (): void => {
  if (leaving) return
  leaving = true
  queueMicrotask(() => {
    leaving = false
    const extra = depth() - layers.length
    if (extra > 0) history.go(-extra)
  })
}

/** Adds a layer; one in place of another takes over its entry. The answer removes it. Removing after back closed it does nothing. */
export const pushLayer = (close: () => void): (() => void) => {
  if (!listening) addEventListener('popstate', onBack)
  listening = true
  layers.push(close)
  if (depth() < layers.length) history.pushState({ ...history.state, layer: layers.length }, '')
  return () => {
    const index = layers.indexOf(close)
    if (index < 0) return
    layers.splice(index, 1)
    leaveEntries()
  }
}
