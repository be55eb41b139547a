// URL of a script bundled with its dependencies.
import BANNERS from './banners.ts?worker&url'

const USER_EVENTS = ['pointerover', 'focusin']
const rows = document.querySelectorAll('[data-banners]')

/** Loads the slider on the first touch or focus of the banners; until then the rows scroll natively. */
const loadScript = (): void => {
  for (const row of rows) for (const sign of USER_EVENTS) row.removeEventListener(sign, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = BANNERS
  document.head.append(script)
}
for (const row of rows) for (const sign of USER_EVENTS) row.addEventListener(sign, loadScript)
