import type { Locale } from '#domain/locale.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Adapters } from './adapters/adapters.ts'
import type { Cache } from './cache.ts'
import type { Config } from './config.ts'
import type { Db } from './db/engine.ts'
import type { ReadDb } from './db/reader.ts'
import type { Directory } from './catalogue-memory/directory.ts'

/** Who asks. `anonymousId` is the cookie's id; a person keeps it beside the account. */
export type Actor =
  | { kind: 'nobody'; anonymousId: '' }
  | { kind: 'guest'; anonymousId: string }
  | { kind: 'user'; anonymousId: string; userId: number; sessionId: string; isAdult: boolean | null }

/** Everything a service verb may use. Services reach the database by `ctx.db`, the catalogue's reads for everybody by `ctx.readDb`. */
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
  /** The caller is confirmed to be 18 or older: by the profile, or by its own word where the profile was never asked. */
  isAdult: boolean
  /** Work to do once the surrounding transaction is committed (wake-ups, mails). */
  afterCommit: (work: () => void) => void
  inTransaction: boolean
  /** Called within this process: the answer is wanted as objects, not as text. */
  inside?: boolean
}
