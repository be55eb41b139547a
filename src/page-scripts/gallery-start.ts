// URL of a script bundled with its dependencies.
import GALLERY from './gallery.ts?worker&url'

const USER_EVENTS = ['pointerover', 'focusin']
const gallery = document.querySelector<HTMLElement>('[data-gallery]')

/** Loads the slider on the first touch or focus of the pictures; until then the row scrolls natively. */
const loadScript = (): void => {
  if (!gallery) return
  for (const sign of USER_EVENTS) gallery.removeEventListener(sign, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = GALLERY
  // When it fails to load, links navigate to their picture, including one pressed meanwhile.
  script.addEventListener('error', () => {
    gallery.dataset['ready'] = ''
    gallery.querySelector<HTMLAnchorElement>('[data-asked]')?.click()
  })
  document.head.append(script)
}
for (const sign of USER_EVENTS) gallery?.addEventListener(sign, loadScript)

// A press before the script is loaded is handled by it afterwards.
gallery?.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>('[data-enlarge]')
  if (!link || 'ready' in gallery.dataset || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  link.dataset['asked'] = ''
})
