import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto'

/** Seconds a refresh token lives when nobody uses it: 60 days. */
export const REFRESH_SECONDS = 60 * 86_400

/** 256 random bits, 43 characters. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token. The token itself is random enough to need no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The one token that may follow another: anybody who asks twice gets the same, and nothing readable is stored. */
export const successorOf = (key: KeyObject, token: string): string => createHmac('sha256', key).update(token).digest('base64url')

/** A token that could be one of ours; the literal text `undefined` counts as missing (spec section 4). */
export const readRefreshToken = (text: string | undefined): string | null => (text && /^[\w-]{43}$/.test(text) ? text : null)
