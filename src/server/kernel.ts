import type { Adapters } from './adapters/adapters.ts'
import type { Cache } from './cache.ts'
import type { Directory } from './catalogue-memory/directory.ts'
import type { Config } from './config.ts'
import type { Engine } from './db/engine.ts'
import type { Limiter } from './routes/http/limits.ts'
import type { EventHub } from './services/events/hub.ts'
import type { Campaign } from './services/info/campaigns.ts'

/** What one process has, made once and handed down. */
export interface Kernel {
  config: Config
  engine: Engine
  adapters: Adapters
  directory: Directory
  /** What this process has computed once: keys, tokens it has verified. */
  cache: Cache
  /** Order events of this process and, by polling, of all others. */
  events: EventHub
  now: () => number
  log: (level: 'error' | 'info', text: string, cause?: unknown) => void
  /** Editorial campaigns, read from content/ at start. */
  campaigns: Campaign[]
  limit: Limiter
  /** Aborted once the process was told to stop: it still answers, but wants no new visitors. */
  stopping: AbortSignal
}
