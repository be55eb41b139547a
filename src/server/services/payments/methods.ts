import type { CodeType } from '#contract/codes.ts'
import { PAYMENT_METHOD, type PaymentMethodId } from '#domain/enums.ts'
import { DEFAULT_METHOD, type ShownMethod } from '#domain/payment-method.ts'
import type { PaymentProviders } from '#server/adapters/payment/create.ts'
import type { Context } from '#server/context.ts'

export interface Method extends ShownMethod {
  /** Its adapter; null: nobody outside is asked. */
  provider: keyof PaymentProviders | null
  /** The order waits for this money before anybody begins it. */
  waits: boolean
  /** How captured money goes back: by a call of the provider, or by people. */
  refund: 'provider' | 'people'
  /** The code that says why it is not offered now; null: it is. */
  refusal: (ctx: Pick<Context, 'adapters' | 'config'>) => CodeType | null
}

const always = (): null => null

/** Every way to pay, in the order in which they are offered. Besides messages and the adapter, nothing else names a method. */
export const METHODS: readonly Method[] = [
  { ...DEFAULT_METHOD, provider: null, waits: false, refund: 'people', refusal: always },
  {
    id: PAYMENT_METHOD.ARCA,
    key: 'card',
    icon: 'card',
    paysOnline: true,
    provider: 'card',
    waits: true,
    refund: 'provider',
    refusal: always
  }
]

const BY_ID: ReadonlyMap<number, Method> = new Map(METHODS.map((method) => [method.id, method]))

/** A method by its id; undefined: the market does not know it. */
export const findMethod = (id: number): Method | undefined => BY_ID.get(id)

/** The method of something stored. */
export const methodOf = (id: PaymentMethodId): Method => {
  const method = BY_ID.get(id)
  if (!method) throw new Error(`payment method ${id} is stored and unknown`)
  return method
}

export const offeredMethods = (ctx: Pick<Context, 'adapters' | 'config'>): Method[] =>
  METHODS.filter(({ refusal }) => refusal(ctx) === null)

export const showMethod = ({ id, key, icon, paysOnline }: Method): ShownMethod => ({ id, key, icon, paysOnline })
