import { randomUUID } from 'node:crypto'
import { expect } from '../expect.ts'
import * as auth from '#contract/auth/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as favourites from '#contract/favourites/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import type { Market } from './market.ts'
import { BOOKING_SCENES } from './booking-scenes.ts'
import { ORDER_SCENES } from './order-scenes.ts'
import { placeOrder, untilFinal, type Visitor, type Wanted } from './person.ts'
import { SAVED_CARD_SCENES } from './saved-card-scenes.ts'
import type { Scene } from './scene.ts'

const filled = (market: Market): Wanted['products'] => [
  { id: market.plain.id, quantity: 3 },
  { id: market.others[0].id, quantity: 1 },
  { id: market.others[1].id, quantity: 2 }
]
const shopper = (market: Market): Wanted => ({ signedIn: true, withAddress: true, products: filled(market) })
const pathOf = ({ orderNumber }: PlacedOrder): string => `/account/orders/${orderNumber}`
const placed = (visitor: Visitor, pay: 'cash' | 'card' | 'transfer'): Promise<PlacedOrder> => placeOrder(visitor, pay, randomUUID())

const untilTold = async ({ call }: Visitor): Promise<string> => {
  await expect.poll(async () => (await call(notifications.list, { query: {} })).totalCount).toBeGreaterThan(0)
  return '/account/notifications'
}

export const SCENES: readonly Scene[] = [
  ...BOOKING_SCENES,
  ...ORDER_SCENES,
  {
    name: 'supermarket with a basket',
    file: '/supermarkets/[alias]',
    isOnBoth: true,
    wanted: (market) => ({ products: filled(market) }),
    prepare: () => '/supermarkets/nrneni'
  },
  {
    name: 'checkout before signing in',
    file: '/checkout',
    isOnBoth: true,
    isWeighed: true,
    wanted: (market) => ({ products: filled(market) }),
    prepare: () => '/checkout'
  },
  {
    name: 'checkout without an address',
    file: '/checkout',
    isWeighed: true,
    wanted: (market) => ({ signedIn: true, products: filled(market) }),
    prepare: () => '/checkout'
  },
  { name: 'checkout', file: '/checkout', isOnBoth: true, isWeighed: true, wanted: shopper, prepare: () => '/checkout' },
  { name: 'no orders yet', file: '/account/orders', isWeighed: true, wanted: () => ({ signedIn: true }), prepare: () => '/account/orders' },
  {
    name: 'no notifications yet',
    file: '/account/notifications',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/notifications'
  },
  {
    name: 'notification settings',
    file: '/account/notifications/settings',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/notifications/settings'
  },
  {
    name: 'notifications',
    file: '/account/notifications',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      await placed(visitor, 'cash')
      return untilTold(visitor)
    }
  },
  {
    name: 'no addresses yet',
    file: '/account/addresses',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/addresses'
  },
  {
    name: 'addresses',
    file: '/account/addresses',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true, withAddress: true }),
    prepare: () => '/account/addresses'
  },
  { name: 'account', file: '/account', isOnBoth: true, isWeighed: true, wanted: () => ({ signedIn: true }), prepare: () => '/account' },
  {
    name: 'account: personal information',
    file: '/account/personal',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/personal'
  },
  {
    name: 'account: business information',
    file: '/account/business',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: async ({ call, user }) => {
      await call(auth.change, { body: { companyName: 'Արև ՍՊԸ', tin: String(10_000_000 + (user?.id ?? 0)) } })
      return '/account/business'
    }
  },
  {
    name: 'account: payment method',
    file: '/account/payment',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/payment'
  },
  {
    name: 'no points yet',
    file: '/account/wallet',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/wallet'
  },
  {
    // A large order: it brings a ticket for the draw and a free delivery, too.
    name: 'points, tickets and a free delivery',
    file: '/account/wallet',
    isOnBoth: true,
    isWeighed: true,
    wanted: (market) => ({ ...shopper(market), products: [{ id: market.plain.id, quantity: Math.ceil(20_000 / market.plain.price) }] }),
    prepare: async (visitor) => {
      const { orderNumber } = await placed(visitor, 'cash')
      await untilFinal(visitor, orderNumber)
      expect(await visitor.call(wallet.wallets, { query: {} })).toMatchObject([{ tickets: 1, freeDeliveries: 1 }])
      return '/account/wallet'
    }
  },
  {
    name: 'corporate wallet',
    file: '/account/wallet',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: async ({ call, user }) => {
      await call(auth.change, { body: { companyName: 'Արև ՍՊԸ', tin: String(20_000_000 + (user?.id ?? 0)) } })
      await call(wallet.topup, { body: { amount: 250_000 } })
      return '/account/wallet'
    }
  },
  {
    name: 'no gift cards yet',
    file: '/account/gift-cards',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/gift-cards'
  },
  {
    name: 'sending a gift card',
    file: '/account/gift-cards/send',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/gift-cards/send'
  },
  {
    name: 'account: security',
    file: '/account/security',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/security'
  },
  {
    name: 'account: privacy',
    file: '/account/privacy',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/privacy'
  },
  {
    name: 'favourites',
    file: '/favorites',
    isOnBoth: true,
    wanted: () => ({ signedIn: true }),
    prepare: async ({ call }) => {
      const { id: supplierId } = await call(catalogue.supplierByAlias, { params: { name: 'nrneni' } })
      await call(favourites.addSupplier, { body: { supplierId } })
      return '/favorites'
    }
  },
  {
    name: 'order nobody has',
    file: '/account/orders/[number]',
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/orders/1000'
  },
  {
    name: 'order to be paid',
    file: '/account/orders/[number]',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => pathOf(await placed(visitor, 'card'))
  },
  {
    name: 'invoice of a company',
    file: '/account/orders/[number]/invoice',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      await visitor.call(auth.change, { body: { companyName: '«Արև» ՍՊԸ', tin: String(visitor.user?.id ?? 1).padStart(8, '2') } })
      return `${pathOf(await placed(visitor, 'transfer'))}/invoice`
    }
  },
  {
    name: 'order with a refused card',
    file: '/account/orders/[number]',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      const order = await placed(visitor, 'card')
      await visitor.decides(order.redirectUrl ?? '', { action: 'funds' })
      return pathOf(order)
    }
  },
  {
    name: 'orders, one cancelled',
    file: '/account/orders',
    isOnBoth: true,
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      const { orderId } = await placed(visitor, 'card')
      await visitor.call(orders.cancel, { params: { id: orderId } })
      return '/account/orders'
    }
  },
  {
    name: 'order cancelled',
    file: '/account/orders/[number]',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      const order = await placed(visitor, 'card')
      await visitor.call(orders.cancel, { params: { id: order.orderId } })
      return pathOf(order)
    }
  },
  {
    name: 'order under way',
    file: '/account/orders/[number]',
    isOnBoth: true,
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => pathOf(await placed(visitor, 'cash'))
  },
  {
    name: 'order delivered',
    file: '/account/orders/[number]',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      const order = await placed(visitor, 'cash')
      await untilFinal(visitor, order.orderNumber)
      return pathOf(order)
    }
  },
  {
    name: 'bank',
    file: null,
    wanted: shopper,
    prepare: async (visitor) => new URL((await placed(visitor, 'card')).redirectUrl ?? '', 'http://x').pathname
  },
  {
    name: 'faults of a payment',
    file: null,
    wanted: shopper,
    prepare: async (visitor) => {
      const { pathname } = new URL((await placed(visitor, 'card')).redirectUrl ?? '', 'http://x')
      return `/simulator/arca/faults?order=${pathname.split('/').at(-1)}`
    }
  },
  { name: 'bank without an order', file: null, wanted: () => ({}), prepare: () => '/simulator/arca/pay/nothing' },
  { name: 'outbox', file: null, wanted: () => ({}), prepare: () => '/outbox' },
  { name: 'outbox with a message', file: null, wanted: () => ({ signedIn: true }), prepare: () => '/outbox' },
  ...SAVED_CARD_SCENES
]

/** The pages that the server writes without a page of ours take their language from the query. */
export const addressIn = (locale: Locale, path: string): string =>
  /^\/(outbox|simulator)/.test(path) ? `${path}${path.includes('?') ? '&' : '?'}language=${locale}` : localePath(locale, path)
