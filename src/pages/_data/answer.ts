import type { OpenState } from '#contract/catalogue/branches.ts'
import { trueUntil } from '#components/suppliers/opening.ts'

/** Sets the headers for the page cache: tags of the content, and until when the page is valid. */
export const describeForCache = (headers: Headers, tags: readonly string[], states: readonly OpenState[] = []): void => {
  headers.set('X-Cache-Tags', [...new Set(tags)].join(' '))
  if (states.length > 0) headers.set('X-Cache-Until', String(trueUntil(states, Date.now())))
}

/** Parses a page number from the URL; anything invalid is page 1. */
export const pageOf = (text: string | null): number => (text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1)
