import type * as info from '#contract/info/calls.ts'
import type { infoSchemas } from '#contract/info/schemas.ts'
import { fail } from '#server/services/core/fail.ts'
import { listCampaigns, readCampaign } from '#server/services/info/campaigns.ts'
import { countDifferences, countUndelivered, whyNotReady } from '#server/services/info/readiness.ts'
import { readInfo } from '#server/services/info/read-info.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Handlers } from './http/mount.ts'

export const infoHandlers = (kernel: Kernel): Handlers<typeof info, typeof infoSchemas> => ({
  info: (ctx) => readInfo(ctx),
  campaigns: (ctx) => Promise.resolve(listCampaigns(kernel.campaigns, ctx.locale, ctx.now())),
  campaign: (ctx, { params }) => readCampaign(kernel.campaigns, params.slug, ctx.locale, ctx.now()),
  health: () => Promise.resolve({ status: 'ok' }),
  ready: async (ctx) => {
    const reason = kernel.stopping.aborted ? 'stopping' : await whyNotReady(ctx, kernel.engine.disk)
    if (reason) throw fail('NOT_READY', { data: { reason } })
    const [undelivered, ledgerDifferences] = await Promise.all([countUndelivered(ctx), countDifferences(ctx)])
    return { status: 'ready', undelivered, ledgerDifferences, lostLogLines: kernel.lostLogLines() }
  }
})
