import type { OpenState } from '#contract/catalogue/calls.ts'
import { trueUntil } from '#components/suppliers/opening.ts'

/** Tells the page cache how long the page is true and what it is made of. */
export const describeForCache = (headers: Headers, tags: readonly string[], states: readonly OpenState[] = []): void => {
  headers.set('X-Cache-Tags', [...new Set(tags)].join(' '))
  if (states.length > 0) headers.set('X-Cache-Until', String(trueUntil(states, Date.now())))
}

/** A page number of the address; anything else is the first. */
export const pageOf = (text: string | null): number => (text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1)
