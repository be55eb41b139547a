import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cards from '#contract/cards/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { BankRefused } from '#server/adapters/payment/port.ts'
import { operateLedger } from '#server/services/payments/books/operate-ledger.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { leaveCards, unbindLeft } from '#server/services/payments/cards/unbind-left.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { add, atWork, bankRefOf, buyer, orderOf, pay, place, refused } from '#tests/support/shopping.ts'
import { down, openTill, type Till } from '#tests/support/till.ts'

const [VISA, MASTERCARD, AMEX] = ['4111111111111111', '5555555555554444', '378282246310005']
const MINUTE = 60_000

describe.each(['arca', 'ameria'])('%s', (name) => {
  let api: TestApi
  let till: Till
  let plain = 0
  beforeAll(async () => {
    api = await startApi({ env: { CARD_BANK: name, PAYMENT_TIMEOUT_SECONDS: '1' } })
    till = openTill(api)
    plain = await api.product(1, 'PLAIN')
  })
  afterAll(async () => {
    expect(api.errors).toEqual([])
    await api.close()
  })

  interface Holder {
    client: Client
    addressId: number
  }
  const order = async ({ client, addressId }: Holder, rest: Partial<NewOrder>) => {
    await add(client, plain)
    return place(client, await orderOf(client, addressId, { paymentId: 8, ...rest }))
  }
  const cardsOf = ({ client }: Holder) => client.call(cards.list)
  /** Pays an order on the bank's page, with the box to save the card. */
  const payAtBank = async (holder: Holder, orderId: number, card: string, bind = true): Promise<void> => {
    const ref = await bankRefOf(api, orderId)
    till.bank().decide(ref, 'approve', card, bind)
    if (till.bank().order(ref)?.state === 'confirm') till.bank().decide(ref, 'confirm')
    await till.comeBack(holder.client, orderId)
  }
  const withCard = async (card: string): Promise<Holder & { cardId: number; orderId: number }> => {
    const { client, addressId } = await buyer(api, plain)
    const placed = await place(client, await orderOf(client, addressId, { paymentId: 8, bindCard: true }))
    await payAtBank({ client, addressId }, placed.orderId, card)
    const [saved] = await client.call(cards.list)
    return { client, addressId, cardId: saved?.id ?? 0, orderId: placed.orderId }
  }
  const detailsOf = ({ client }: Holder, orderNumber: string) => till.details(client, orderNumber)
  const finish = (orderId: number) => api.engine.db.update(schema.orders).set({ status: 7 }).where(eq(schema.orders.id, orderId))

  test('a card is saved while paying: its type, four digits and date, and nothing more', async () => {
    const holder = await withCard(VISA)
    expect(await cardsOf(holder)).toEqual([{ id: holder.cardId, brand: 'visa', lastFour: '1111', expiry: '12/30', state: 'usable' }])
    const rows = await api.engine.db.select().from(schema.boundCards)
    expect(JSON.stringify(rows)).not.toMatch(/411111/)
  })

  test('without the wish nothing is saved', async () => {
    const holder = await buyer(api, plain)
    const placed = await place(holder.client, await orderOf(holder.client, holder.addressId, { paymentId: 8 }))
    await payAtBank(holder, placed.orderId, VISA)
    expect(await cardsOf(holder)).toEqual([])
  })

  test('a saved card pays without a redirect', async () => {
    const holder = await withCard(AMEX)
    const placed = await order(holder, { boundCardId: holder.cardId })
    expect(placed).toMatchObject({ status: 12, redirectUrl: null, paymentCode: null })
    expect(await detailsOf(holder, placed.orderNumber)).toMatchObject({ payment: 'paid', cardBinding: null })
  })

  test('a card that its bank asks about leads to 3-D Secure, and pays afterwards', async () => {
    const holder = await withCard(MASTERCARD)
    const placed = await order(holder, { boundCardId: holder.cardId })
    expect(placed).toMatchObject({ status: 17, paymentCode: null })
    expect(placed.redirectUrl).toMatch(new RegExp(`^/simulator/${name}/`))
    till.bank().decide(await bankRefOf(api, placed.orderId), 'confirm')
    await till.comeBack(holder.client, placed.orderId)
    expect(await detailsOf(holder, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
  })

  test('an answer of the charge that is lost is found by the job, and the card is charged once', async () => {
    const holder = await withCard(VISA)
    till.bank().arm('lost', 'charge')
    const placed = await order(holder, { boundCardId: holder.cardId })
    expect(placed).toMatchObject({ status: 17, redirectUrl: null, paymentCode: 'ORDER_STATUS_UNAVAILABLE' })
    await till.later(1, () => reconcilePayments(atWork(api)))
    expect(await detailsOf(holder, placed.orderNumber)).toMatchObject({ status: 12, payment: 'paid' })
    const taken = till
      .bank()
      .orders()
      .filter(({ description, taken: sum }) => description === placed.orderNumber && sum > 0)
    expect(taken).toHaveLength(1)
  })

  test('a charge that never arrived is made by the next press', async () => {
    const holder = await withCard(VISA)
    till.bank().arm('silent', 'charge')
    const placed = await order(holder, { boundCardId: holder.cardId })
    expect(placed.paymentCode).toBe('ORDER_STATUS_UNAVAILABLE')
    const body = { orderNumber: placed.orderNumber, boundCardId: holder.cardId }
    expect(await holder.client.call(orders.payForOrder, { body }, { idempotencyKey: 'press-again' })).toMatchObject({ status: 12 })
  })

  test('a refused charge names it, and another way pays: the page of the bank, then cash', async () => {
    const holder = await withCard(VISA)
    const charged = till
      .bank()
      .bindings()
      .findLast(({ card }) => card === VISA)
    till.bank().unbind(charged?.id ?? '')
    const placed = await order(holder, { boundCardId: holder.cardId })
    expect(placed).toMatchObject({ status: 17, redirectUrl: null, paymentCode: 'CARD_PAYMENT_FAILED' })
    const next = await pay(holder.client, placed.orderNumber)
    expect(next.redirectUrl).toMatch(/^\/simulator\//)
    expect(await pay(holder.client, placed.orderNumber, 3)).toMatchObject({ status: 0 })
  })

  test('a charge of another sum is given back, and said to have failed', async () => {
    const holder = await withCard(VISA)
    till.bank().arm('amount')
    const placed = await order(holder, { boundCardId: holder.cardId })
    expect(placed).toMatchObject({ status: 17, paymentCode: 'PAYMENT_FAILED' })
    expect((await detailsOf(holder, placed.orderNumber)).refunds).toMatchObject([{ reason: 'amount', code: null }])
  })

  test('the page of the bank that is open ends when a saved card is chosen', async () => {
    const holder = await withCard(VISA)
    const placed = await order(holder, {})
    const first = await bankRefOf(api, placed.orderId)
    const body = { orderNumber: placed.orderNumber, boundCardId: holder.cardId }
    expect(await holder.client.call(orders.payForOrder, { body }, { idempotencyKey: 'another-card' })).toMatchObject({ status: 12 })
    expect(till.bank().decide(first, 'approve')).toMatchObject({ state: 'closed', taken: 0 })
  })

  test('a page that its bank does not end is asked about, and what it takes is given back', async () => {
    const holder = await withCard(VISA)
    const placed = await order(holder, {})
    const first = await bankRefOf(api, placed.orderId)
    const body = { orderNumber: placed.orderNumber, boundCardId: holder.cardId }
    await till.withBank({ close: () => Promise.resolve() }, async () => {
      expect(await holder.client.call(orders.payForOrder, { body }, { idempotencyKey: 'unended-page' })).toMatchObject({ status: 12 })
    })
    const price = till.bank().decide(first, 'approve', AMEX)?.taken ?? 0
    expect(price).toBeGreaterThan(0)
    await till.later(2, () => reconcilePayments(atWork(api)))
    expect((await detailsOf(holder, placed.orderNumber)).refunds).toMatchObject([{ reason: 'twice', state: 'done' }])
    expect(till.bank().order(first)).toMatchObject({ taken: price, refunded: price })
    expect(await till.atBank(placed.orderId)).toBe(2)
    expect(await operateLedger(atWork(api), { verb: 'check' })).toMatchObject({ failed: false })
  })

  test('a charge that its bank calls refused, and made, pays', async () => {
    const holder = await withCard(VISA)
    const { card } = api.kernel.adapters.payments
    const { cards: vault } = card
    if (!vault) throw new Error('the tests need a bank with cards')
    const charge: typeof vault.charge = async (...call) => {
      await vault.charge(...call)
      throw new BankRefused('already in process')
    }
    const placed = await till.withBank({ cards: { ...vault, charge } }, () => order(holder, { boundCardId: holder.cardId }))
    expect(placed).toMatchObject({ status: 12, paymentCode: null })
    expect((await detailsOf(holder, placed.orderNumber)).refunds).toEqual([])
  })

  test.each(['error', 'silent', 'unknown'] as const)(
    'a bank whose list of cards is in trouble (%s) is paid, and saves no card',
    async (fault) => {
      const holder = await buyer(api, plain)
      const placed = await place(holder.client, await orderOf(holder.client, holder.addressId, { paymentId: 8, bindCard: true }))
      till.bank().decide(await bankRefOf(api, placed.orderId), 'approve', AMEX, false)
      till.bank().arm(fault, 'bindings')
      await till.comeBack(holder.client, placed.orderId)
      expect(await detailsOf(holder, placed.orderNumber)).toMatchObject({
        ...{ status: 12, payment: 'paid', cardBinding: 'CARD_BINDING_FAILED' }
      })
    }
  )

  test('a card that is saved already, and one that the bank did not bind, are said', async () => {
    const holder = await withCard(VISA)
    const again = await order(holder, { bindCard: true })
    await payAtBank(holder, again.orderId, VISA)
    expect(await detailsOf(holder, again.orderNumber)).toMatchObject({ payment: 'paid', cardBinding: 'CARD_ALREADY_BOUND' })
    const other = await order(holder, { bindCard: true })
    await payAtBank(holder, other.orderId, AMEX, false)
    expect(await detailsOf(holder, other.orderNumber)).toMatchObject({
      payment: 'paid',
      cardBinding: 'CARD_BINDING_FAILED'
    })
    expect(await cardsOf(holder)).toHaveLength(1)
  })

  test('a card is not removed while an order uses it or the bank does not; then it is gone at both', async () => {
    const holder = await withCard(VISA)
    const placed = await order(holder, { boundCardId: holder.cardId })
    const remove = () => holder.client.call(cards.remove, { params: { id: holder.cardId } })
    expect(await refused(remove())).toMatchObject({ type: 'CARD_BUSY_WITH_ORDER', code: 482 })
    await finish(placed.orderId)
    till.bank().arm('error', 'unbind')
    expect(await refused(remove())).toMatchObject({ type: 'CARD_UNBIND_FAILED', code: 554 })
    const before = till.bank().bindings().length
    expect(await remove()).toEqual([])
    expect(till.bank().bindings()).toHaveLength(before - 1)
    expect(await refused(remove())).toMatchObject({ type: 'NOT_FOUND' })
  })

  test('the cards of an erased account are unbound at the bank, as soon as it answers', async () => {
    const holder = await withCard(VISA)
    const { boundCards, cardUnbindings } = schema
    const [card] = await api.engine.db.select().from(boundCards).where(eq(boundCards.id, holder.cardId))
    const there = () =>
      till
        .bank()
        .bindings()
        .filter(({ clientId }) => clientId === card?.clientId).length
    expect(there()).toBe(1)
    await withTransaction(atWork(api), (tx) => leaveCards(tx, holder.client.userId ?? 0))
    expect(await cardsOf(holder)).toEqual([])
    const { cards: vault } = api.kernel.adapters.payments.card
    if (!vault) throw new Error('the tests need a bank with cards')
    await till.withBank({ cards: { ...vault, unbind: down } }, () => unbindLeft(atWork(api)))
    expect(there()).toBe(1)
    const waiting = () => api.engine.db.select().from(cardUnbindings)
    expect(await waiting()).toMatchObject([{ unanswered: 1 }])
    await unbindLeft(atWork(api))
    expect(there()).toBe(1)
    // For weeks: staff see it, and it is asked about once a day.
    await api.engine.db.update(cardUnbindings).set({ unanswered: 30, askAfter: new Date(api.clock.now()) })
    await till.withBank({ cards: { ...vault, unbind: down } }, () => unbindLeft(atWork(api)))
    expect((await waiting())[0]?.askAfter).toEqual(new Date(api.clock.now() + 24 * 3_600_000))
    expect(await operatePayments(atWork(api), ['stuck'])).toContainEqual(expect.stringMatching(/^card\t.*to unbind/))
    await till.later(24 * 60, () => unbindLeft(atWork(api)))
    expect([there(), await waiting()]).toEqual([0, []])
  })

  test("another person's card, one of another bank, an old one and a method without cards are refused", async () => {
    const [holder, stranger] = [await withCard(VISA), await buyer(api, plain)]
    const attempt = async (who: Holder, rest: Partial<NewOrder>) => {
      await add(who.client, plain)
      return refused(place(who.client, await orderOf(who.client, who.addressId, { paymentId: 8, ...rest })))
    }
    const unavailable = { type: 'PAYMENT_METHOD_UNAVAILABLE', code: 484, field: 'boundCardId' }
    expect(await attempt(stranger, { boundCardId: holder.cardId })).toMatchObject(unavailable)
    expect(await attempt(holder, { boundCardId: holder.cardId, paymentId: 3 })).toMatchObject(unavailable)
    expect(await attempt(holder, { bindCard: true, paymentId: 3 })).toMatchObject({ ...unavailable, field: 'bindCard' })
    const { boundCards } = schema
    const change = (values: Partial<typeof boundCards.$inferInsert>) =>
      api.engine.db.update(boundCards).set(values).where(eq(boundCards.id, holder.cardId))
    await change({ expiry: '202610' })
    expect(await attempt(holder, { boundCardId: holder.cardId })).toMatchObject(unavailable)
    expect(await cardsOf(holder)).toMatchObject([{ state: 'expired' }])
    await change({ expiry: '203012', provider: 'elsewhere' })
    expect(await attempt(holder, { boundCardId: holder.cardId })).toMatchObject(unavailable)
    expect(await cardsOf(holder)).toMatchObject([{ state: 'waiting' }])
  })

  test("a page that shows another supplier's order does not pay this one", async () => {
    const holder = await withCard(VISA)
    const placed = await order(holder, {})
    const body = { orderNumber: placed.orderNumber, supplierId: 4 }
    const call = holder.client.call(orders.payForOrder, { body }, { idempotencyKey: 'other-supplier' })
    expect(await refused(call)).toMatchObject({ type: 'CANNOT_PAY_FOR_OTHER_SUPPLIER', code: 477 })
  })

  test('a refund that the bank does not take is said, and is tried again', async () => {
    const holder = await withCard(VISA)
    till.bank().arm('error', 'refund')
    await holder.client.call(orders.cancel, { params: { id: holder.orderId } })
    const { items } = await holder.client.call(orders.history, { query: {} })
    const number = items.find(({ id }) => id === holder.orderId)?.orderNumber ?? ''
    expect((await detailsOf(holder, number)).refunds).toMatchObject([{ at: null, code: 'CARD_REFUND_FAILED' }])
    api.clock.advance(MINUTE)
    await reconcilePayments(atWork(api))
    const details = await detailsOf(holder, number)
    expect(details).toMatchObject({ payment: 'refunded', refunds: [{ code: null }] })
  })
})
