import type * as home from '#contract/home/calls.ts'
import type { homeSchemas } from '#contract/home/schemas.ts'
import { quickView } from '#server/services/home/quick-view.ts'
import { readBlocks } from '#server/services/home/read-blocks.ts'
import { listCampaigns } from '#server/services/info/campaigns.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Handlers } from './http/mount.ts'

export const homeHandlers = (kernel: Kernel): Handlers<typeof home, typeof homeSchemas> => ({
  blocks: (ctx, { params, query }) => readBlocks(ctx, params.alias, query.city, listCampaigns(kernel.campaigns, ctx.locale, ctx.now())),
  quickView: (ctx, { params, query }) => quickView(ctx, params.id, query, listCampaigns(kernel.campaigns, ctx.locale, ctx.now()))
})
