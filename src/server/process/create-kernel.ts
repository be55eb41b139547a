import type { Adapters } from '#server/adapters/adapters.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Kernel } from '#server/kernel.ts'
import { createLimiter, type CountExchange } from '#server/routes/http/limits.ts'
import { Cache } from '#server/cache.ts'
import { createDirectory } from '#server/catalogue-memory/directory.ts'
import { createEventHub } from '#server/services/events/hub.ts'
import { createGroupHub } from '#server/services/group-orders/live/hub.ts'
import { readCampaigns } from '#server/services/info/campaigns.ts'

export interface KernelOptions {
  /** Aborted when the process has received a stop signal. */
  stopping?: AbortSignal | undefined
  /** Exchanges rate-limit counts with the other workers of this machine. */
  counts?: CountExchange | undefined
  lostLogLines?: Kernel['lostLogLines'] | undefined
}
interface Parts extends KernelOptions {
  config: Config
  engine: Engine
  adapters: Adapters
  now: () => number
  log: Kernel['log']
}

/** Creates the kernel of a process. */
export const createKernel = ({ stopping = new AbortController().signal, counts, lostLogLines = () => 0, ...parts }: Parts): Kernel => ({
  ...parts,
  stopping,
  lostLogLines,
  cache: new Cache(),
  directory: createDirectory(parts.engine),
  events: createEventHub(parts.engine, { log: parts.log }),
  groups: createGroupHub(parts.engine, { log: parts.log }),
  campaigns: readCampaigns(),
  limit: createLimiter(parts.now, counts)
})
