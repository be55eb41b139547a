import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { VisitSecrets } from '#server/adapters/sign-in/port.ts'

/** 256 random bits, 43 characters: a state, or the browser key in the cookie. */
export const newKey = (): string => randomBytes(32).toString('base64url')
export const isKey = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** Hash stored instead of either. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url')

const derive = (key: KeyObject, purpose: string, text: string): string =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')

/** Derives all secrets of a visit from its state, so that nothing readable is stored. */
export const secretsOf = (key: KeyObject, state: string): VisitSecrets => ({
  state,
  verifier: derive(key, 'verifier', state),
  nonce: derive(key, 'nonce', state)
})

/** CSRF token of a browser, readable only by our own pages. */
export const csrfOf = (key: KeyObject, browserKey: string): string => derive(key, 'csrf', browserKey)
export const isCsrfOf = (key: KeyObject, browserKey: string, token: string): boolean => {
  const [expected, received] = [Buffer.from(csrfOf(key, browserKey)), Buffer.from(token)]
  return expected.length === received.length && timingSafeEqual(expected, received)
}
