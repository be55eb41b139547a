import { getTranslator } from '#i18n/translate.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { answerClaim, claimsSince, refundClaim } from '../staff/claims.ts'
import { RefusedToStaff } from '../staff/refused.ts'

const MAX_AT_ONCE = 50

/** Autopilot of the demo: gives back what was missing, wrong or spoilt, and says sorry for what was late. Safe in several processes. */
export const settleClaims = async (ctx: Context): Promise<void> => {
  const seconds = autopilotSeconds(ctx.config)
  if (seconds === 0) return
  const due = await claimsSince(ctx, seconds * 1_000, MAX_AT_ONCE)
  const settle = async ({ id, itemId, locale }: (typeof due)[number]): Promise<void> => {
    const t = getTranslator(locale)
    try {
      if (itemId === null) await answerClaim(ctx, id, t('claims:demo.late'))
      else await refundClaim(ctx, id, t('claims:demo.refunded'))
    } catch (cause) {
      if (!(cause instanceof RefusedToStaff)) throw cause
      // Another process has answered it, or nothing of it can go back.
      if (cause.why !== 'ALREADY_ANSWERED') await answerClaim(ctx, id, t('claims:demo.noted'))
    }
  }
  await workInSlots({ atOnce: 1, claim: oneByOne(due), work: settle })
}
