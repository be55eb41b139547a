import type { CodeType } from '#contract/codes.ts'
import type { PaymentFailure } from '#contract/orders/calls.ts'
import { PAYMENT_METHOD, type PaymentMethodId } from '#domain/enums.ts'
import type { DoorMoney } from '#domain/ledger/received.ts'
import { DEFAULT_METHOD, type ShownMethod } from '#domain/payment-method.ts'
import type { StoreCredit } from '#domain/payment.ts'
import { isArmenianTin } from '#domain/tin.ts'
import { bankAccountOf } from '#server/config.ts'
import type { PaymentProviders } from '#server/adapters/payment/create.ts'
import type { WalletProviders } from '#server/adapters/payment/create-wallets.ts'
import type { Context } from '#server/context.ts'

export interface Method extends ShownMethod {
  /** Name of the adapter; null when no provider is involved. */
  provider: Exclude<keyof PaymentProviders, 'otherCard'> | null
  /** What is received when the order is handed over; null when nothing is. */
  door: DoorMoney | null
  /** True when the order is not started before this money has arrived. */
  waits: boolean
  /** How captured money is refunded: by a call to the provider, manually by staff, or at once, as it is the shop's own (points, gift cards). */
  refund: 'provider' | 'people' | 'own'
  /** What is answered when its provider does not take a payment up. */
  notBegun?: PaymentFailure
  /** Returns the code that says why the method is not offered now; null when it is offered. */
  refusal: (ctx: Pick<Context, 'adapters' | 'config'>) => CodeType | null
  /** The same for this buyer and these suppliers; null: nobody is signed in. Read only where a method has it. */
  refusalTo?: (purchase: Purchase | null) => CodeType | null
}

/** Who buys, and from whom, as far as methods ask. */
export interface Purchase {
  /** Tax id of a business. */
  tin: string | null
  companyName: string | null
  phoneVerified: boolean
  /** What at least one of the suppliers does not take, as their files call it. */
  refused: ReadonlySet<string>
  /** It is of tickets. */
  isOfAdmissions: boolean
}

const offeredAlways = (): null => null
/** A provider that is neither configured nor simulated. */
const whereThereIs =
  (provider: keyof WalletProviders): Method['refusal'] =>
  ({ adapters }) =>
    adapters.payments[provider] ? null : 'PAYMENT_METHOD_UNAVAILABLE'
/** Bank transfers are for businesses with a tax id, from suppliers that take them. */
const transferRefusal = (purchase: Purchase | null): CodeType | null => {
  if (!purchase?.companyName || !isArmenianTin(purchase.tin)) return 'BANK_TRANSFER_UNAVAILABLE'
  return purchase.refused.has('bankTransfer') ? 'BANK_TRANSFER_FORBIDDEN_AT_SUPPLIER' : null
}
/** Wallets tell the shop what was paid, and give nothing back by a call. */
const WALLET = { paysOnline: true, door: null, waits: true, refund: 'people', notBegun: 'FAST_PAYMENT_REGISTRATION_FAILED' } as const

/** All payment methods that people choose from, in display order. Apart from the messages and the adapter, a method is defined only here. */
export const METHODS: readonly Method[] = [
  { ...DEFAULT_METHOD, provider: null, door: 'cash', waits: false, refund: 'people', refusal: offeredAlways },
  {
    id: PAYMENT_METHOD.POS,
    key: 'pos',
    icon: 'card',
    paysOnline: false,
    provider: null,
    door: 'terminal',
    waits: false,
    refund: 'people',
    refusal: offeredAlways
  },
  {
    id: PAYMENT_METHOD.ARCA,
    key: 'card',
    icon: 'card',
    paysOnline: true,
    savesCards: true,
    provider: 'card',
    door: null,
    waits: true,
    refund: 'provider',
    refusal: offeredAlways
  },
  { ...WALLET, id: PAYMENT_METHOD.IDRAM, key: 'idram', icon: 'idram', provider: 'idram', refusal: whereThereIs('idram') },
  { ...WALLET, id: PAYMENT_METHOD.TELCELL, key: 'telcell', icon: 'telcell', provider: 'telcell', refusal: whereThereIs('telcell') },
  {
    ...WALLET,
    id: PAYMENT_METHOD.FAST_SHIFT,
    key: 'fastshift',
    icon: 'fastshift',
    provider: 'fastshift',
    refusal: whereThereIs('fastshift')
  },
  {
    ...{ id: PAYMENT_METHOD.APPLE_PAY, key: 'applePay', icon: 'apple', paysOnline: true, needs: 'ApplePaySession' },
    ...{ provider: 'applePay', door: null, waits: true, refund: 'provider', refusal: whereThereIs('applePay') }
  },
  {
    id: PAYMENT_METHOD.BANK,
    key: 'transfer',
    icon: 'transfer',
    paysOnline: false,
    provider: null,
    door: null,
    waits: true,
    invoiced: true,
    refund: 'people',
    refusal: ({ config }) => (bankAccountOf(config) ? null : 'PAYMENT_METHOD_UNAVAILABLE'),
    refusalTo: transferRefusal
  }
]

/** Points pay at checkout, beside a method or, where they cover everything, instead of one: nobody chooses them from the list. */
export const POINTS: Method = {
  ...{ id: PAYMENT_METHOD.BONUS, key: 'points', icon: 'cash', paysOnline: false, provider: null, door: null },
  ...{ waits: false, refund: 'own', refusal: () => 'PAYMENT_METHOD_UNAVAILABLE' }
}

/** The same for gift cards, and for orders of which points and gift cards leave nothing to pay. */
export const GIFT_CARDS: Method = { ...POINTS, id: PAYMENT_METHOD.GIFT_CARD, key: 'giftCard' }
export const NOTHING_LEFT: Method = { ...POINTS, id: PAYMENT_METHOD.WITHOUT_PAYMENT, key: 'nothingLeft' }
/** The tender of a corporate wallet: an order that one pays alone has no other method. */
export const CORPORATE_WALLET: Method = { ...NOTHING_LEFT, key: 'corporateWallet' }

/** The name of the method of a tender. */
export const keyOfTender = (id: PaymentMethodId): Method['key'] => (id === CORPORATE_WALLET.id ? CORPORATE_WALLET : methodOf(id)).key

const BY_ID: ReadonlyMap<number, Method> = new Map([...METHODS, POINTS, GIFT_CARDS, NOTHING_LEFT].map((method) => [method.id, method]))

/** Returns the method with an id; undefined when it is unknown. */
export const findMethod = (id: number): Method | undefined => BY_ID.get(id)

/** Returns the method of a stored row. Throws for an unknown id. */
export const methodOf = (id: PaymentMethodId): Method => {
  const method = BY_ID.get(id)
  if (!method) throw new Error(`stored payment method ${id} is unknown`)
  return method
}

/** Whether shares of an order can be paid by a method: its money is there, or it is not, within minutes. */
export const paysShares = ({ paysOnline, waits }: Method): boolean => paysOnline && waits

/** The store credit that a person may take instead of money that people would pay back by hand: of an invoice, in the wallet of its company; null: such money does not wait. */
export const storeCreditOf = (id: PaymentMethodId): StoreCredit | null => {
  const { refund, invoiced } = methodOf(id)
  if (refund !== 'people') return null
  return invoiced ? 'corporateWallet' : 'points'
}

/** Whether tickets can be bought by a method, or by what the shop keeps for the person: their money is there at once. */
export const paysAdmissions = (method: Method): boolean => paysShares(method) || method.refund === 'own'

/** Returns the method of money that a courier takes. */
export const methodAtDoor = (money: DoorMoney): Method => {
  const method = METHODS.find(({ door }) => door === money)
  if (!method) throw new Error(`no method takes ${money} at the door`)
  return method
}

/** Why a method is not offered to a buyer; null when it is. */
export const refusalOf = (ctx: Pick<Context, 'adapters' | 'config'>, method: Method, purchase: Purchase | null): CodeType | null =>
  method.refusal(ctx) ??
  (purchase?.isOfAdmissions && !paysAdmissions(method) ? 'PAYMENT_METHOD_UNAVAILABLE' : null) ??
  method.refusalTo?.(purchase) ??
  null

export const offeredMethods = (ctx: Pick<Context, 'adapters' | 'config'>, purchase: Purchase | null): Method[] =>
  METHODS.filter((method) => refusalOf(ctx, method, purchase) === null)

/** A simulated provider brings what the browser lacks. */
export const showMethod = (
  { adapters }: Pick<Context, 'adapters'>,
  { id, key, icon, paysOnline, savesCards, invoiced, needs, provider }: Method
): ShownMethod => ({
  ...{ id, key, icon, paysOnline },
  ...(savesCards ? { savesCards } : {}),
  ...(invoiced ? { invoiced } : {}),
  ...(needs && provider && !adapters.payments[provider]?.simulated ? { needs } : {})
})
