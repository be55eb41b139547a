import { eq } from 'drizzle-orm'
import { codeNumber } from '#contract/codes.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { METHODS, refusalOf, showMethod, type Method } from './methods.ts'
import { purchaseOfBasket } from './transfers/purchase.ts'

/**
 * Returns all payment methods: the default, then the others that the caller may pay with, then those not offered, with the reason. The
 * default is the person's own if it is offered, otherwise the first (spec section 9).
 */
export const paymentMethods = async (ctx: Context, methods: readonly Method[] = METHODS): Promise<PaymentMethod[]> => {
  const t = getTranslator(ctx.locale)
  const purchase = await purchaseOfBasket(ctx)
  const all = methods.map((method) => ({ method, refusal: refusalOf(ctx, method, purchase) }))
  const offered = all.filter(({ refusal }) => refusal === null)
  const preferred = await preferredOf(ctx)
  const first = offered.find(({ method }) => method.id === preferred) ?? offered[0]
  const others = offered.filter((each) => each !== first)
  return [...(first ? [first] : []), ...others, ...all.filter(({ refusal }) => refusal !== null)].map(({ method, refusal }) => ({
    ...showMethod(ctx, method),
    isDefault: method === first?.method,
    available: refusal === null,
    ...(refusal === null ? {} : { code: codeNumber(refusal), reason: t(`codes:${refusal}`) })
  }))
}

const preferredOf = async (ctx: Context): Promise<number | undefined> => {
  if (ctx.actor.kind !== 'user') return undefined
  const { users } = schema
  const [row] = await ctx.db.select({ id: users.defaultPaymentMethodId }).from(users).where(eq(users.id, ctx.actor.userId))
  return row?.id
}
