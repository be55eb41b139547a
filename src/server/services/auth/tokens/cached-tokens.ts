import type { Config } from '#server/config.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Person } from './access-token.ts'

/** A token whose signature held, and the person as the database last said. */
export interface KnownToken {
  person: Person
  expiresAt: Instant
  checkedAt: Instant
}

const MOST = 20_000
const known = new WeakMap<Config, Map<string, KnownToken>>()

/** Tokens this process has seen lately, by their text; one memory for each configuration, as one process has. */
const tokensOf = (config: Config): Map<string, KnownToken> => {
  const tokens = known.get(config) ?? new Map<string, KnownToken>()
  known.set(config, tokens)
  return tokens
}

export const findToken = (config: Config, bearer: string): KnownToken | undefined => tokensOf(config).get(bearer)

/** The oldest give way. */
export const keepToken = (config: Config, bearer: string, token: KnownToken): void => {
  const tokens = tokensOf(config)
  if (tokens.size >= MOST) for (const oldest of [...tokens.keys()].slice(0, MOST / 10)) tokens.delete(oldest)
  tokens.set(bearer, token)
}

/** What is known of a person changed here: their next call asks again. */
export const forgetPerson = (config: Config, userId: number): void => {
  for (const [bearer, { person }] of tokensOf(config)) if (person.userId === userId) tokensOf(config).delete(bearer)
}

/** A session that ended here is asked for again at its next call. */
export const forgetSession = (config: Config, sessionId: string): void => {
  for (const [bearer, { person }] of tokensOf(config)) if (person.sessionId === sessionId) tokensOf(config).delete(bearer)
}
