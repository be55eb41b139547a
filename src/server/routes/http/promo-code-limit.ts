import { enterVoucher } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { requireSolution } from '#server/services/auth/gate.ts'
import type { Http } from './http.ts'
import { requireWithinLimit, type Limiter, type NetworkLimit } from './limits.ts'

/** Promo codes that are entered from one network, by whomever. Past this each costs a puzzle. */
const GUESSES: NetworkLimit = { name: 'promo codes', perMinute: { address: 60, street: 240, customer: 60, site: 120, operator: 240 } }

/** Counts a promo code against its network. CHALLENGE_REQUIRED past that. */
export const countPromoCode = async (limit: Limiter, ctx: Context, http: Http): Promise<void> => {
  if (!limit.networks(GUESSES, ctx, http.ip)) await requireSolution(ctx, http)
}

/** The same for a promo code that another call names: it counts as entered by the person too, so that no call gives more guesses. */
export const countNamedPromoCode = async (limit: Limiter, ctx: Context, http: Http): Promise<void> => {
  await requireWithinLimit(limit, enterVoucher, ctx, http)
  await countPromoCode(limit, ctx, http)
}
