import type { Locale } from '#domain/locale.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Adapters } from './adapters/adapters.ts'
import type { Cache } from './cache.ts'
import type { Config } from './config.ts'
import type { Db } from './db/engine.ts'
import type { ReadDb } from './db/reader.ts'
import type { Directory } from './catalogue-memory/directory.ts'

/** The requester. `anonymousId` is the id of the cookie; signed-in users have it as well. */
export type Actor =
  | { kind: 'nobody'; anonymousId: '' }
  | { kind: 'guest'; anonymousId: string }
  | { kind: 'user'; anonymousId: string; userId: number; sessionId: string; isAdult: boolean | null }

/** Everything a service may use. `ctx.db` is the database; public reads of the catalogue use `ctx.readDb`. */
export interface Context {
  db: Db
  /** May be a replica that lags a little behind: see the rule in db/reader.ts. */
  readDb: ReadDb
  actor: Actor
  locale: Locale
  now: () => Instant
  adapters: Adapters
  /** All suppliers, in memory. */
  directory: Directory
  /** The kernel's. */
  cache: Cache
  config: Config
  requestId: string
  /** Whether the requester is 18 or older: by the profile, for guests by the cookie of their answer. */
  isAdult: boolean
  /** Work to do once the surrounding transaction is committed (wake-ups, mails). */
  afterCommit: (work: () => void) => void
  inTransaction: boolean
  /** In-process call: the reply is returned as objects, not as JSON text. */
  inside?: boolean
}
