/** Address of a script that is bundled whole, with what it needs. */
const LISTING = import.meta.glob<string>('./listing.ts', { query: '?worker&url', import: 'default', eager: true })
const SIGNS = ['pointerover', 'touchstart', 'focusin']

/** Filters and pages without a new page come with the first sign of somebody; until they are here, links are links. */
const bring = (): void => {
  for (const sign of SIGNS) removeEventListener(sign, bring)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = LISTING['./listing.ts'] ?? ''
  document.head.append(script)
}
for (const sign of SIGNS) addEventListener(sign, bring, { passive: true })
