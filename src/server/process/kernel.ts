import type { Adapters } from '#server/adapters/adapters.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Kernel } from '#server/routes/caller.ts'
import { createLimiter } from '#server/routes/limits.ts'
import { createDirectory } from '#server/services/catalogue/directory.ts'
import { createEventHub } from '#server/services/events/hub.ts'
import { readCampaigns } from '#server/services/info/campaigns.ts'

interface Parts {
  config: Config
  engine: Engine
  adapters: Adapters
  now: () => number
  log: Kernel['log']
}

/** Joins what one process has. */
export const createKernel = (parts: Parts): Kernel => ({
  ...parts,
  directory: createDirectory(parts.engine.db),
  events: createEventHub(parts.engine),
  campaigns: readCampaigns(),
  limit: createLimiter()
})
