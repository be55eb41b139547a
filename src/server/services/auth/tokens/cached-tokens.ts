import { slot, type Cache } from '#server/cache.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'

export interface Person {
  userId: number
  sessionId: string
  isAdult: boolean | null
}

/** A token with a valid signature, and the person as last read from the database. */
export interface CachedToken {
  person: Person
  expiresAt: Instant
  checkedAt: Instant
}

const MAX_TOKENS = 20_000
const TOKENS = slot<Map<string, CachedToken>>('access tokens')

/** Tokens recently seen by this process, by their text. */
const tokensOf = (cache: Cache): Map<string, CachedToken> => cache.get(TOKENS, () => new Map())

export const findToken = (cache: Cache, bearer: string): CachedToken | undefined => tokensOf(cache).get(bearer)

/** Evicts the oldest entries above the limit. */
export const cacheToken = (cache: Cache, bearer: string, token: CachedToken): void => {
  const tokens = tokensOf(cache)
  if (tokens.size >= MAX_TOKENS) for (const oldest of [...tokens.keys()].slice(0, MAX_TOKENS / 10)) tokens.delete(oldest)
  tokens.set(bearer, token)
}

/** Evicts the tokens of a person who changed; the next call reads the database. */
export const evictPerson = (cache: Cache, userId: number): void => {
  for (const [bearer, { person }] of tokensOf(cache)) if (person.userId === userId) tokensOf(cache).delete(bearer)
}

/** Evicts the tokens of a session that ended; the next call reads the database. */
export const evictSession = (cache: Cache, sessionId: string): void => {
  for (const [bearer, { person }] of tokensOf(cache)) if (person.sessionId === sessionId) tokensOf(cache).delete(bearer)
}
