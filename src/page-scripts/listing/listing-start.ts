/** Address of a script that is bundled whole, with what it needs. */
const LISTING = import.meta.glob<string>('./listing.ts', { query: '?worker&url', import: 'default', eager: true })
const USER_EVENTS = ['pointerover', 'touchstart', 'focusin']

/** Filters and pages without a new page come with the first sign of somebody; until they are here, links are links. */
const loadScript = (): void => {
  for (const event of USER_EVENTS) removeEventListener(event, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = LISTING['./listing.ts'] ?? ''
  document.head.append(script)
}
for (const event of USER_EVENTS) addEventListener(event, loadScript, { passive: true })
