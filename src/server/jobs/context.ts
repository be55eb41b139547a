import { randomUUID } from 'node:crypto'
import { DEFAULT_LOCALE } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import type { Kernel } from '#server/kernel.ts'

/** Context of background jobs: no caller, the market's default language. */
export const jobContext = (kernel: Kernel): Context => ({
  db: kernel.engine.db,
  readDb: kernel.engine.reader.db,
  actor: { kind: 'nobody', anonymousId: '' },
  locale: DEFAULT_LOCALE,
  now: kernel.now,
  adapters: kernel.adapters,
  directory: kernel.directory,
  cache: kernel.cache,
  config: kernel.config,
  requestId: `job-${randomUUID()}`,
  isAdult: false,
  afterCommit: (work) => work(),
  inTransaction: false
})
