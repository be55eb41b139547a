import type { Adapters } from './adapters/adapters.ts'
import type { Cache } from './cache.ts'
import type { Directory } from './catalogue-memory/directory.ts'
import type { Config } from './config.ts'
import type { Engine } from './db/engine.ts'
import type { Limiter } from './routes/http/limits.ts'
import type { EventHub } from './services/events/hub.ts'
import type { GroupHub } from './services/group-orders/live/hub.ts'
import type { Campaign } from './services/info/campaigns.ts'

/** Shared services of one process, created once and passed down. */
export interface Kernel {
  config: Config
  engine: Engine
  adapters: Adapters
  directory: Directory
  /** Values computed once per process, such as keys and verified tokens. */
  cache: Cache
  /** Order events of this process and, by polling, of the others. */
  events: EventHub
  /** What happens in group orders, in this process and the others. */
  groups: GroupHub
  now: () => number
  log: (level: 'error' | 'info', text: string, cause?: unknown) => void
  /** How many lines of this process's log could not be written. */
  lostLogLines: () => number
  /** Editorial campaigns, read from content/ at start. */
  campaigns: Campaign[]
  limit: Limiter
  /** Whether the process before this one on the same data folder ended without stopping its work. */
  crashedBefore?: boolean
  /** Aborted when the process has received a stop signal: it still answers, but reports itself as not ready. */
  stopping: AbortSignal
}
