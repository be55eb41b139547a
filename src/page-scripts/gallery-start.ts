// Address of a script that is bundled whole, with what it needs.
import GALLERY from './gallery.ts?worker&url'

const USER_EVENTS = ['pointerover', 'focusin']
const gallery = document.querySelector<HTMLElement>('[data-gallery]')

/** The slider comes with the first touch or focus of the pictures; until then their row scrolls by itself. */
const loadScript = (): void => {
  if (!gallery) return
  for (const sign of USER_EVENTS) gallery.removeEventListener(sign, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = GALLERY
  // Without it every link leads to its picture, also the one that was pressed meanwhile.
  script.addEventListener('error', () => {
    gallery.dataset['ready'] = ''
    gallery.querySelector<HTMLAnchorElement>('[data-asked]')?.click()
  })
  document.head.append(script)
}
for (const sign of USER_EVENTS) gallery?.addEventListener(sign, loadScript)

// A press before the script is here is answered by it.
gallery?.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>('[data-enlarge]')
  if (!link || 'ready' in gallery.dataset || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  link.dataset['asked'] = ''
})
