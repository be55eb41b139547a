/** URL of a script bundled with its dependencies. */
const LISTING = import.meta.glob<string>('./listing.ts', { query: '?worker&url', import: 'default', eager: true })
const USER_EVENTS = ['pointermove', 'touchstart', 'focusin']

/** Loads the list script on the first user event; until then links navigate normally. */
const loadScript = (event: Event): void => {
  // Browsers send moves themselves when they lay a page out under a pointer that stands still.
  if (event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0) return
  for (const name of USER_EVENTS) removeEventListener(name, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = LISTING['./listing.ts'] ?? ''
  document.head.append(script)
}
for (const name of USER_EVENTS) addEventListener(name, loadScript, { passive: true })
