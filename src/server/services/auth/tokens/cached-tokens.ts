import { slot, type Cache } from '#server/cache.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'

export interface Person {
  userId: number
  sessionId: string
  isAdult: boolean | null
}

/** A token whose signature held, and the person as the database last said. */
export interface KnownToken {
  person: Person
  expiresAt: Instant
  checkedAt: Instant
}

const MAX = 20_000
const TOKENS = slot<Map<string, KnownToken>>('access tokens')

/** Tokens this process has seen lately, by their text. */
const tokensOf = (cache: Cache): Map<string, KnownToken> => cache.get(TOKENS, () => new Map())

export const findToken = (cache: Cache, bearer: string): KnownToken | undefined => tokensOf(cache).get(bearer)

/** The oldest give way. */
export const cacheToken = (cache: Cache, bearer: string, token: KnownToken): void => {
  const tokens = tokensOf(cache)
  if (tokens.size >= MAX) for (const oldest of [...tokens.keys()].slice(0, MAX / 10)) tokens.delete(oldest)
  tokens.set(bearer, token)
}

/** What is known of a person changed here: their next call asks again. */
export const evictPerson = (cache: Cache, userId: number): void => {
  for (const [bearer, { person }] of tokensOf(cache)) if (person.userId === userId) tokensOf(cache).delete(bearer)
}

/** A session that ended here is asked for again at its next call. */
export const evictSession = (cache: Cache, sessionId: string): void => {
  for (const [bearer, { person }] of tokensOf(cache)) if (person.sessionId === sessionId) tokensOf(cache).delete(bearer)
}
