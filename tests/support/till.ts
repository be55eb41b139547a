import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { BankUnavailable, type PaymentProvider } from '#server/adapters/payment/port.ts'
import { isSimulatedBank, type Outcome } from '#server/adapters/payment/simulator.ts'
import { schema } from '#server/db/schema.ts'
import { mountBankPage } from '#server/routes/simulators/bank.ts'
import type { Client, TestApi } from './api.ts'
import { NOON } from './clock.ts'
import { bankRefOf, buy } from './shopping.ts'

const MINUTE = 60_000

/** A bank that does not answer. */
export const down = (): Promise<never> => Promise.reject(new BankUnavailable('no answer'))

/** Everything around paying by card, for one API. */
export const openTill = (api: TestApi) => {
  const page = new Hono()
  mountBankPage(page, api.kernel)
  const { payments, events } = schema
  const { db } = api.engine

  const decide = async (orderId: number, outcome: Outcome): Promise<void> => {
    const { card: bank } = api.kernel.adapters.payments
    if (!isSimulatedBank(bank)) throw new Error('the tests need the simulated bank')
    await bank.decide(await bankRefOf(api, orderId), outcome)
  }
  /** Lets the bank behave otherwise while `work` runs. */
  const withBank = async <T>(change: Partial<PaymentProvider>, work: () => Promise<T>): Promise<T> => {
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
    withBank,
    later,
    buyByCard: (productId: number, quantity = 1) => buy(api, productId, { paymentId: 8 }, quantity),
    /** A button of the bank's page. */
    press: (path: string, action: string) => page.request(path, { method: 'POST', body: new URLSearchParams({ action }) }),
    /** The browser comes back from the bank. */
    comeBack: async (client: Client, orderId: number): Promise<Response> =>
      client.fetch(`/api/payments/return?language=en&orderId=${await bankRefOf(api, orderId)}`, { redirect: 'manual' }),
    details: (client: Client, orderNumber: string): Promise<OrderDetails> => client.call(orders.details, { query: { orderNumber } }),
    paymentsOf: (orderId: number) => db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id),
    /** The bank's own status of the newest payment: 0 registered, 2 deposited, 4 refunded, 6 declined. */
    atBank: async (orderId: number): Promise<number | undefined> => {
      const { simulatedBank } = schema
      const [row] = await db
        .select()
        .from(simulatedBank)
        .where(eq(simulatedBank.ref, await bankRefOf(api, orderId)))
      return row?.status
    },
    lastEventOf: async (orderId: number): Promise<unknown> =>
      (await db.select().from(events).where(eq(events.orderId, orderId)).orderBy(events.id)).at(-1)?.payload,
    kindsOf: async (orderId: number): Promise<string[]> =>
      (await db.select().from(events).where(eq(events.orderId, orderId)).orderBy(events.id)).map(({ kind }) => kind)
  }
}
export type Till = ReturnType<typeof openTill>
