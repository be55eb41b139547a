/** Open layers (modals, drawer), base first. Each has an entry in the session history, so that the browser's back closes it (spec section 2). */
const layers: (() => void)[] = []
let listening = false

const depth = (): number => Number(history.state?.layer ?? 0)

const onBack = (): void => {
  while (layers.length > depth()) layers.pop()?.()
}

/** Adds a layer; the answer removes it together with its entry. Removing after back closed it does nothing. */
export const pushLayer = (close: () => void): (() => void) => {
  if (!listening) addEventListener('popstate', onBack)
  listening = true
  layers.push(close)
  history.pushState({ ...history.state, layer: layers.length }, '')
  return () => {
    const index = layers.indexOf(close)
    if (index < 0) return
    layers.splice(index, 1)
    if (depth() > layers.length) history.back()
  }
}
