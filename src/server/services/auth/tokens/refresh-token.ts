import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto'

/** Lifetime of an unused refresh token, in seconds: 60 days. */
export const REFRESH_SECONDS = 60 * 86_400

/** 256 random bits, 43 characters. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** Hash stored instead of the token, which is random enough to need no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Derives the only successor of a token: a repeated request gets the same one, and no readable token is stored. */
export const successorOf = (key: KeyObject, token: string): string => createHmac('sha256', key).update(token).digest('base64url')

/** Returns a token of the right form; null otherwise. The literal text `undefined` counts as missing (spec section 4). */
export const readRefreshToken = (text: string | undefined): string | null => (text && /^[\w-]{43}$/.test(text) ? text : null)
