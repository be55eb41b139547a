import type { CodeType } from '#contract/codes.ts'
import { PAYMENT_METHOD, type PaymentMethodId } from '#domain/enums.ts'
import { DEFAULT_METHOD, type ShownMethod } from '#domain/payment-method.ts'
import type { PaymentProviders } from '#server/adapters/payment/create.ts'
import type { Context } from '#server/context.ts'

export interface Method extends ShownMethod {
  /** Name of the adapter; null when no provider is involved. */
  provider: keyof PaymentProviders | null
  /** True when the order is not started before this money has arrived. */
  waits: boolean
  /** How captured money is refunded: by a call to the provider, or manually by staff. */
  refund: 'provider' | 'people'
  /** Returns the code that says why the method is not offered now; null when it is offered. */
  refusal: (ctx: Pick<Context, 'adapters' | 'config'>) => CodeType | null
}

const offeredAlways = (): null => null

/** All payment methods, in display order. Apart from the messages and the adapter, a method is defined only here. */
export const METHODS: readonly Method[] = [
  { ...DEFAULT_METHOD, provider: null, waits: false, refund: 'people', refusal: offeredAlways },
  {
    id: PAYMENT_METHOD.ARCA,
    key: 'card',
    icon: 'card',
    paysOnline: true,
    provider: 'card',
    waits: true,
    refund: 'provider',
    refusal: offeredAlways
  }
]

const BY_ID: ReadonlyMap<number, Method> = new Map(METHODS.map((method) => [method.id, method]))

/** Returns the method with an id; undefined when it is unknown. */
export const findMethod = (id: number): Method | undefined => BY_ID.get(id)

/** Returns the method of a stored row. Throws for an unknown id. */
export const methodOf = (id: PaymentMethodId): Method => {
  const method = BY_ID.get(id)
  if (!method) throw new Error(`stored payment method ${id} is unknown`)
  return method
}

export const offeredMethods = (ctx: Pick<Context, 'adapters' | 'config'>): Method[] =>
  METHODS.filter(({ refusal }) => refusal(ctx) === null)

export const showMethod = ({ id, key, icon, paysOnline }: Method): ShownMethod => ({ id, key, icon, paysOnline })
