import { sql } from 'drizzle-orm'
import type { info } from '#contract/info.ts'
import { listCampaigns } from '#server/services/info/campaigns.ts'
import { readInfo } from '#server/services/info/read-info.ts'
import type { Kernel } from './caller.ts'
import type { Handlers } from './mount.ts'

export const infoHandlers = (kernel: Kernel): Handlers<typeof info, object> => ({
  info: (ctx) => readInfo(ctx),
  campaigns: (ctx) => Promise.resolve(listCampaigns(kernel.campaigns, ctx.locale, ctx.now())),
  health: async (ctx) => {
    await ctx.db.execute(sql`select 1`)
    return { status: 'ok', engine: kernel.engine.kind, version: process.version }
  }
})
