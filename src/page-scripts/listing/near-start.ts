// Address of a script that is bundled whole, with what it needs.
import NEAR from './near.ts?worker&url'

/** Somebody said where to deliver, to the point. */
const hasLocation = (): boolean => {
  try {
    return /"latitude":\d/.test(localStorage.getItem('root:place') ?? '')
  } catch {
    // A browser that keeps nothing.
    return false
  }
}

/** Who has said where to deliver gets distances on the cards; for others nothing is fetched until they do. */
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
