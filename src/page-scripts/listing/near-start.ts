// URL of a script bundled with its dependencies.
import NEAR from './near.ts?worker&url'

/** Whether a delivery location with coordinates is saved. */
const hasLocation = (): boolean => {
  try {
    return /"latitude":\d/.test(localStorage.getItem('root:place') ?? '')
  } catch {
    // Storage is disabled.
    return false
  }
}

/** Loads the distances on the cards once a delivery location is set; nothing is fetched before. */
const loadScript = (): void => {
  if (!hasLocation()) return
  document.removeEventListener('place:change', loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = NEAR
  document.head.append(script)
}
document.addEventListener('place:change', loadScript)
loadScript()
