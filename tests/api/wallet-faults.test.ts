import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { FAULTS, type Fault } from '#server/simulators/bank/faults.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { atWork, pay, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openWalletTill, type Bought } from '#tests/support/wallet-till.ts'

const STOCK = 200

let api: TestApi
let product = 0
const stockBefore = new Map<number, number>()
beforeAll(async () => {
  api = await startApi({ env: { PAYMENT_TIMEOUT_SECONDS: '1' } })
  product = await api.product(1, 'TEN')
  await setProduct(api, product, { stock: STOCK })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

/** `asked`: the shop asks it; `bad`, `unknown`: its words for a wrong checksum and for a payment that is not there. */
const WALLETS = [
  { name: 'idram', paymentId: 7, asked: false, bad: 'EDP_CHECKSUM not correct', unknown: 'EDP_BILL_NO not payable' },
  { name: 'telcell', paymentId: 13, asked: false, bad: 'wrong checksum', unknown: 'unknown invoice' },
  { name: 'fastshift', paymentId: 17, asked: true, bad: 'OK', unknown: 'OK' }
] as const

describe.each(WALLETS)('$name', ({ name, paymentId, asked, bad, unknown }) => {
  let till: ReturnType<typeof openWalletTill>
  beforeAll(() => {
    till = openWalletTill(api, name, paymentId)
  })
  const order = async (): Promise<Bought> => {
    const before = (await stockOf(api, product)) ?? 0
    const bought = await till.order(product)
    stockBefore.set(bought.placed.orderId, before)
    return bought
  }
  const arm = (...fault: Parameters<typeof till.wallet.arm>): void => till.wallet.arm(...fault)
  const detailsOf = ({ client, placed }: Bought) => till.details(client, placed.orderNumber)
  const paymentOf = async (bought: Bought): Promise<string> => (await detailsOf(bought)).payment
  const staff = (...words: string[]): Promise<string[]> => operatePayments(atWork(api), words)

  /** Order, wallet, stock and what the person reads say the same: what the wallet took is paid for, or is to be paid out. */
  const agree = async (bought: Bought, end: 'paid' | 'awaiting' | 'none', byHand: number[] = []): Promise<void> => {
    const { orderId } = bought.placed
    const details = await detailsOf(bought)
    const rows = await till.paymentsOf(orderId)
    const booked = till.wallet.orders().filter(({ description }) => description === bought.placed.orderNumber)
    const taken = booked.reduce((sum, order) => sum + order.taken, 0)
    expect(details.payment).toBe(end)
    expect(taken).toBe(Math.round((end === 'paid' ? details.orderPrice : 0) * 100) + byHand.reduce((sum, amount) => sum + amount * 100, 0))
    expect(rows.reduce((sum, { capturedAmount }) => sum + (capturedAmount ?? 0), 0)).toBe(taken)
    expect(details.refunds.map((refund) => [refund.amount, refund.byHand])).toEqual(byHand.map((amount) => [amount, true]))
    expect(await stockOf(api, product)).toBe((stockBefore.get(orderId) ?? 0) - (end === 'none' ? 0 : 1))
  }
  /** Pays each payout that waits, and says how many there were. */
  const payOutAll = async (): Promise<number> => {
    const ids = (await staff('stuck')).flatMap((line) => /^payout\t(\d+)/.exec(line)?.[1] ?? [])
    for (const id of ids) expect(await staff('payout', id, 'ani')).toEqual([`payout ${id} is paid by ani`])
    return ids.length
  }
  /** Bought and paid, with a fault of the wallet's notice that leaves no trace. */
  const paidAllTheSame = async (fault: Fault): Promise<void> => {
    const bought = await order()
    arm(fault, 'notice')
    expect(await till.finish(bought, 'approve')).toBe(`/en/account/orders/${bought.placed.orderNumber}`)
    await agree(bought, 'paid')
    expect(await till.kindsOf(bought.placed.orderId)).toEqual(['order.placed', 'order.status'])
  }
  /** The wallet's word did not arrive, or was not believed: the person is asked to wait, and the true notice settles it. */
  const saidLater = async (fault: Fault, answer?: string): Promise<void> => {
    const bought = await order()
    arm(fault, 'notice')
    const path = await till.arrive(bought)
    const back = (await till.press(path, 'approve')).headers.get('location') ?? ''
    if (answer) expect(till.sent.at(-1)?.answer).toBe(answer)
    expect(await paymentOf(bought)).toBe('awaiting')
    // Where the wallet can be asked, the way back does.
    const page = `/en/account/orders/${bought.placed.orderNumber}`
    expect(await till.follow(bought, back)).toBe(asked ? page : `${page}?payment=unconfirmed`)
    expect(await paymentOf(bought)).toBe(asked ? 'paid' : 'awaiting')
    await till.tell(till.refOf(path))
    await agree(bought, 'paid')
  }
  /** The wallet takes another sum or currency: it is paid out by hand, and the buyer pays again. */
  const wrongSum = async (fault: 'amount' | 'currency', more: number): Promise<void> => {
    const bought = await order()
    arm(fault)
    await till.finish(bought, 'approve')
    const { orderPrice, refunds } = await detailsOf(bought)
    expect(refunds).toMatchObject([{ reason: 'amount', amount: orderPrice + more, byHand: true, at: null }])
    await till.finish({ ...bought, placed: await pay(bought.client, bought.placed.orderNumber) }, 'approve')
    await agree(bought, 'paid', [orderPrice + more])
    expect(await payOutAll()).toBe(1)
    expect(await paymentOf(bought)).toBe('paid')
  }
  /** The shop's question is not answered as it should be: what the wallet took is found by asking later. */
  const notAnswered = async (fault: Fault): Promise<void> => {
    const bought = await order()
    // Neither the notice nor the way back learns it.
    arm(fault, 'status')
    arm('silent', 'notice')
    await till.finish(bought, 'approve')
    expect(await paymentOf(bought)).toBe('awaiting')
    await till.later(1, () => reconcilePayments(atWork(api)))
    await agree(bought, 'paid')
  }
  const notBegun = async (fault: Fault): Promise<void> => {
    arm(fault, 'register')
    const bought = await order()
    expect(bought.placed).toMatchObject({ redirectUrl: null, paymentCode: 'FAST_PAYMENT_REGISTRATION_FAILED' })
    await till.finish({ ...bought, placed: await pay(bought.client, bought.placed.orderNumber) }, 'approve')
    await agree(bought, 'paid')
  }

  const STORIES: Partial<Record<Fault, () => Promise<void>>> = {
    silent: async () => {
      await saidLater('silent')
      if (asked) await notBegun('silent')
      if (asked) return notAnswered('silent')
      // It never says so: a person finds it in the wallet's list of payments.
      const bought = await order()
      arm('silent', 'notice')
      await till.finish(bought, 'approve')
      const [payment] = await till.paymentsOf(bought.placed.orderId)
      const { orderPrice } = await detailsOf(bought)
      const listed = async (): Promise<boolean> => (await staff('unconfirmed')).some((line) => line.startsWith(`${payment?.id}\t`))
      expect(await listed()).toBe(true)
      expect(await staff('settle', String(payment?.id), String(orderPrice), '77')).toEqual([`payment ${payment?.id} is captured`])
      expect(await listed()).toBe(false)
      await agree(bought, 'paid')
    },
    lost: async () => {
      await paidAllTheSame('lost')
      if (asked) await notBegun('lost')
    },
    ...(asked ? { error: () => notAnswered('error'), slow: () => notAnswered('slow') } : {}),
    twice: () => paidAllTheSame('twice'),
    together: () => paidAllTheSame('together'),
    late: async () => {
      const bought = await order()
      arm('late')
      const path = await till.arrive(bought)
      const back = (await till.press(path, 'approve')).headers.get('location') ?? ''
      await till.follow(bought, back)
      expect(await paymentOf(bought)).toBe('awaiting')
      // Cancelled while the wallet is silent: its money is paid out by hand, once.
      const { orderPrice } = await detailsOf(bought)
      await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
      await till.later(3, () => till.tell(till.refOf(path)))
      await agree(bought, 'none', [orderPrice])
      expect(await payOutAll()).toBe(1)
      expect((await detailsOf(bought)).refunds).toMatchObject([{ amount: orderPrice, byHand: true, at: expect.any(String) }])
    },
    early: async () => {
      const bought = await order()
      arm('early')
      const shown = await till.press(await till.arrive(bought), 'approve')
      expect([shown.status, await shown.text()]).toMatchObject([200, expect.stringMatching(/already been made|արդեն կատարված է/)])
      await agree(bought, 'paid')
    },
    amount: () => wrongSum('amount', 1),
    ...(name === 'idram' ? {} : { currency: () => wrongSum('currency', 0) }),
    ...(asked ? {} : { checksum: () => saidLater('checksum', bad) }),
    unknown: async () => {
      await saidLater('unknown', unknown)
      if (asked) await notAnswered('unknown')
    },
    ...(name === 'idram'
      ? {
          precheck: async () => {
            const bought = await order()
            arm('precheck')
            expect(await till.finish(bought, 'approve')).toBe(`/en/account/orders/${bought.placed.orderNumber}`)
            expect(till.sent.at(-1)?.answer).toBe(unknown)
            expect(await paymentOf(bought)).toBe('awaiting')
            await till.finish({ ...bought, placed: await pay(bought.client, bought.placed.orderNumber) }, 'approve')
            await agree(bought, 'paid')
          }
        }
      : {})
  }

  test.each(Object.entries(STORIES))('%s', async (_fault, story) => {
    api.clock.set(NOON)
    await story()
    expect(till.wallet.armed()).toEqual([])
    await booksAgree(api)
  })

  test('the others cannot happen, and the panel says why', async () => {
    const notApplicable = FAULTS.filter((fault) => !(fault in STORIES))
    const panel = await (await till.page.request(`/simulator/${name}/faults?language=en`)).text()
    expect(panel.match(/not applicable/g)).toHaveLength(notApplicable.length)
    expect(panel.match(/type="radio"/g)).toHaveLength(FAULTS.length - notApplicable.length)
  })

  test('a refusal leaves the order payable in another way, and what the wallet takes after that is paid out by hand', async () => {
    const bought = await order()
    const path = await till.arrive(bought)
    const { orderNumber } = bought.placed
    expect(await till.finish(bought, 'refuse')).toBe(`/en/account/orders/${orderNumber}`)
    expect(await detailsOf(bought)).toMatchObject({ payment: 'awaiting', cardRefusal: name === 'idram' ? null : 'declined' })
    await pay(bought.client, orderNumber, 3)
    // A page at the wallet may still be open.
    const back = (await till.press(path, 'approve')).headers.get('location') ?? ''
    await till.follow(bought, back)
    const { payment, refunds, orderPrice } = await detailsOf(bought)
    const kept = till.wallet.order(till.refOf(path))?.taken ?? 0
    expect([payment, refunds.map(({ amount, reason }) => [amount, reason])]).toEqual(['none', kept > 0 ? [[orderPrice, 'method']] : []])
    await payOutAll()
    await booksAgree(api)
  })

  test('a paid order is cancelled: a letter says who pays back and the order says so until it is paid out', async () => {
    const bought = await order()
    await till.finish(bought, 'approve')
    const { orderPrice } = await detailsOf(bought)
    await bought.client.call(orders.cancel, { params: { id: bought.placed.orderId } })
    expect(await detailsOf(bought)).toMatchObject({
      payment: 'processing',
      refunds: [{ amount: orderPrice, reason: 'cancelled', byHand: true, at: null, code: null }]
    })
    const notices = async (): Promise<string[]> => {
      await relayEvents(atWork(api), () => undefined)
      const { items } = await bought.client.call(notifications.list, { query: { take: 20 } })
      return items.map(({ kind }) => kind).filter((kind) => kind !== 'order')
    }
    expect(await notices()).toEqual(['payout'])
    expect(await payOutAll()).toBe(1)
    expect(await notices()).toEqual(['refund', 'payout'])
    expect(await detailsOf(bought)).toMatchObject({ payment: 'refunded', refunds: [{ amount: orderPrice, byHand: true }] })
    await booksAgree(api)
  })

  test('forged, repeated and disordered calls change nothing and tell nothing', async () => {
    const bought = await order()
    await till.finish(bought, 'approve')
    const before = await till.paymentsOf(bought.placed.orderId)
    const said = till.sent.at(-1)
    const isJson = said?.type.includes('json')
    const fields = isJson
      ? (JSON.parse(said?.body ?? '{}') as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(said?.body ?? ''))
    expect(await till.call(fields)).toEqual([200, said?.answer])
    const answers = new Set<string>()
    // Unsigned calls are no more than a reason to ask.
    for (const field of asked ? [] : Object.keys(fields)) {
      const [status, answer] = await till.call({ ...fields, [field]: '1' })
      expect(status).toBe(200)
      answers.add(answer)
    }
    const odd: Record<string, string>[] = [{}, { a: 'b' }, { ...fields, EDP_AMOUNT: '1e3' }]
    for (const nonsense of odd) answers.add((await till.call(nonsense))[1])
    expect([...answers].some((answer) => /\d|order|captured/i.test(answer))).toBe(false)
    expect(await till.paymentsOf(bought.placed.orderId)).toEqual(before)
    expect((await api.guest().fetch('/api/payments/notices/nobody')).status).toBe(404)
    expect((await api.guest().fetch('/api/payments/notices/card')).status).toBe(404)
    const long = { method: 'POST', body: 'a='.padEnd(10_000, 'x') }
    expect((await api.guest().fetch(`/api/payments/notices/${name}`, long)).status).toBe(413)
  })
})
