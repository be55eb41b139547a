/** URL of a script bundled with its dependencies. */
const LISTING = import.meta.glob<string>('./listing.ts', { query: '?worker&url', import: 'default', eager: true })
const USER_EVENTS = ['pointerover', 'touchstart', 'focusin']

/** Loads the list script on the first user event; until then links navigate normally. */
const loadScript = (): void => {
  for (const event of USER_EVENTS) removeEventListener(event, loadScript)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = LISTING['./listing.ts'] ?? ''
  document.head.append(script)
}
for (const event of USER_EVENTS) addEventListener(event, loadScript, { passive: true })
