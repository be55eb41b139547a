// Address of a script that is bundled whole, with what it needs.
import BANNERS from './banners.ts?worker&url'

const USER_EVENTS = ['pointerover', 'focusin']
const rows = document.querySelectorAll('[data-banners]')

/** The slider comes with the first touch or focus of the banners; until then their rows scroll by themselves. */
const loadScript = (): void => {
  for (const row of rows) for (const sign of USER_EVENTS) row.removeEventListener(sign, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = BANNERS
  document.head.append(script)
}
for (const row of rows) for (const sign of USER_EVENTS) row.addEventListener(sign, loadScript)
