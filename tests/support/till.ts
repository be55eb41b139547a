import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { BankUnavailable, type CardBank } from '#server/adapters/payment/port.ts'
import { schema } from '#server/db/schema.ts'
import type { Bank, Decision } from '#server/simulators/bank/bank.ts'
import { mountStyles } from '#server/simulators/create.ts'
import { startApi, type Client, type TestApi } from './api.ts'
import { NOON } from './clock.ts'
import { bankRefOf, buy } from './shopping.ts'

const MINUTE = 60_000

/** A bank that does not answer. */
export const down = (): Promise<never> => Promise.reject(new BankUnavailable('no answer'))

/** What a bank says of every payment in drams. */
export const ASKED = { currency: '051', refunded: 0, card: null } as const

let places = 0
const ofOwn = (): string => {
  places += 1
  return `10.${(places >> 16) & 255}.${(places >> 8) & 255}.${places & 255}`
}

/** Everything around paying by card, for one API. */
export const openTill = (api: TestApi) => {
  const page = new Hono()
  mountStyles(page)
  for (const { pages } of api.kernel.adapters.simulators) page.route('/', pages)
  const { payments, events } = schema
  const { db } = api.engine

  /** The simulated bank that takes new payments. */
  const bankOf = (): Bank => {
    const { payments: providers, simulators } = api.kernel.adapters
    const simulator = simulators.find(({ name }) => providers.card.provider.startsWith(name))
    if (!simulator) throw new Error('the tests need a simulated bank')
    return simulator.bank
  }
  const decide = async (orderId: number, decision: Decision, card?: string): Promise<void> =>
    void bankOf().decide(await bankRefOf(api, orderId), decision, card)
  /** Lets the bank behave otherwise while `work` runs. */
  const withBank = async <T>(change: Partial<CardBank>, work: () => Promise<T>): Promise<T> => {
    const { payments: providers } = api.kernel.adapters
    const usual = providers.card
    providers.card = { ...usual, ...change }
    try {
      return await work()
    } finally {
      providers.card = usual
    }
  }
  /** Does the work so many minutes after noon. */
  const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
    api.clock.advance(minutes * MINUTE)
    try {
      return await work()
    } finally {
      api.clock.set(NOON)
    }
  }
  return {
    page,
    decide,
    bank: bankOf,
    withBank,
    later,
    buyByCard: (productId: number, quantity = 1) => buy(api, productId, { paymentId: 8 }, quantity),
    /** A button of the bank's page. */
    press: (path: string, action: string) => page.request(path, { method: 'POST', body: new URLSearchParams({ action }) }),
    /** The browser comes back from the bank. */
    comeBack: async (client: Client, orderId: number): Promise<Response> =>
      client.fetch(`/api/payments/return?language=en&orderId=${await bankRefOf(api, orderId)}`, {
        redirect: 'manual',
        // Whom the API trusts with it comes from a place of their own: returns are limited by place.
        headers: { 'X-Forwarded-For': ofOwn() }
      }),
    details: (client: Client, orderNumber: string): Promise<OrderDetails> => client.call(orders.details, { query: { orderNumber } }),
    paymentsOf: (orderId: number) => db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id),
    /** The bank's own status of the newest payment: 0 registered, 2 deposited, 4 refunded, 6 declined. */
    atBank: async (orderId: number): Promise<number | undefined> => {
      const order = bankOf().order(await bankRefOf(api, orderId))
      if (!order) return undefined
      const given = order.taken > 0 && order.refunded >= order.taken
      return given ? 4 : { registered: 0, confirm: 0, deposited: 2, reversed: 4, declined: 6, closed: 6 }[order.state]
    },
    lastEventOf: async (orderId: number): Promise<unknown> =>
      (await db.select().from(events).where(eq(events.orderId, orderId)).orderBy(events.id)).at(-1)?.payload,
    kindsOf: async (orderId: number): Promise<string[]> =>
      (await db.select().from(events).where(eq(events.orderId, orderId)).orderBy(events.id)).map(({ kind }) => kind)
  }
}
export type Till = ReturnType<typeof openTill>

/** An API with its till and the plainest product, for the tests of a file. */
export const startTill = async () => {
  const api = await startApi()
  return { api, till: openTill(api), plain: await api.product(1, 'PLAIN') }
}
