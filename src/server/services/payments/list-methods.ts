import { eq } from 'drizzle-orm'
import { codeNumber } from '#contract/codes.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { METHODS, paysShares, refusalOf, showMethod, type Method } from './methods.ts'
import { purchaseOfBasket } from './transfers/purchase.ts'

/**
 * Returns all payment methods: the default, then the others that the caller may pay with, then those not offered, with the reason. The
 * default is the person's own if it is offered, otherwise the first (spec section 9).
 */
export const paymentMethods = async (ctx: Context, methods: readonly Method[] = METHODS): Promise<PaymentMethod[]> => {
  const t = getTranslator(ctx.locale)
  const purchase = await purchaseOfBasket(ctx)
  const shares = await isForShares(ctx)
  const all = methods.map((method) => ({
    method,
    refusal: shares && !paysShares(method) ? ('PAYMENT_METHOD_UNAVAILABLE' as const) : refusalOf(ctx, method, purchase)
  }))
  const offered = all.filter(({ refusal }) => refusal === null)
  const preferred = await preferredOf(ctx)
  const first = offered.find(({ method }) => method.id === preferred) ?? offered[0]
  const others = offered.filter((each) => each !== first)
  return [...(first ? [first] : []), ...others, ...all.filter(({ refusal }) => refusal !== null)].map(({ method, refusal }) => ({
    ...showMethod(ctx, method),
    isDefault: method === first?.method,
    available: refusal === null,
    ...(refusal === null
      ? {}
      : {
          code: codeNumber(refusal),
          reason: shares && !paysShares(method) ? t('codes:PAYMENT_METHOD_UNAVAILABLE', { context: 'shares' }) : t(`codes:${refusal}`)
        })
  }))
}

/** Whether the caller's basket is in a group order for which everybody pays. */
const isForShares = async ({ db, actor }: Context): Promise<boolean> => {
  if (actor.kind !== 'user') return false
  const { baskets, groupOrders } = schema
  const [group] = await db
    .select({ type: groupOrders.type })
    .from(baskets)
    .innerJoin(groupOrders, eq(groupOrders.id, baskets.groupOrderId))
    .where(eq(baskets.userId, actor.userId))
  return group !== undefined && isPaidByAll(group)
}

const preferredOf = async (ctx: Context): Promise<number | undefined> => {
  if (ctx.actor.kind !== 'user') return undefined
  const { users } = schema
  const [row] = await ctx.db.select({ id: users.defaultPaymentMethodId }).from(users).where(eq(users.id, ctx.actor.userId))
  return row?.id
}
