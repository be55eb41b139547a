import { describe, expect, test } from 'vitest'
import { createAmeria } from '#server/adapters/payment/ameria.ts'
import { createArca } from '#server/adapters/payment/arca.ts'
import { BankRefused, BankUnavailable, NumberTaken, type NewPayment } from '#server/adapters/payment/port.ts'

const SECRET = 'do-not-tell'
const REF = '70906e55-7114-41d6-8332-4609dc6590f4'
const ORDER: NewPayment = {
  ...{ id: 17, number: '100001-1', amount: 100_050, returnUrl: 'https://shuka.example/api/payments/return?language=hy' },
  ...{ description: '100001', language: 'hy', clientId: null, by: 'page' as const }
}

/** A bank that gives these answers, and what it was asked. */
const line = (answer: unknown, status = 200) => {
  const asked: { url: string; body: string }[] = []
  const transport = async (request: Request): Promise<Response> => {
    asked.push({ url: request.url, body: await request.text() })
    return typeof answer === 'string' ? new Response(answer, { status }) : Response.json(answer, { status })
  }
  return { asked, options: { url: 'https://bank.example/rest', timeoutMs: 1_000, transport, provider: 'bank', simulated: false } }
}
const arca = (answer: unknown, status?: number) => {
  const { asked, options } = line(answer, status)
  return { asked, bank: createArca({ ...options, login: 'shop', password: SECRET, bindingLogin: 'shop-cards', bindingPassword: SECRET }) }
}
const ameria = (answer: unknown, status?: number) => {
  const { asked, options } = line(answer, status)
  return { asked, bank: createAmeria({ ...options, clientId: 'client', login: 'shop', password: SECRET }) }
}

describe('ArCa', () => {
  test('registers by a form: the sum in hundredths, the currency by its number, and the login of saved cards for them', async () => {
    const { asked, bank } = arca({ errorCode: 0, orderId: REF, formUrl: `https://bank.example/pay?mdOrder=${REF}` })
    expect(await bank.register(ORDER)).toEqual({ ref: REF, formUrl: `https://bank.example/pay?mdOrder=${REF}` })
    const [{ url, body } = { url: '', body: '' }] = asked
    expect(url).toBe('https://bank.example/rest/register.do')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      ...{ userName: 'shop', password: SECRET, orderNumber: '100001-1', amount: '100050', currency: '051', language: 'hy' },
      ...{ returnUrl: ORDER.returnUrl, description: '100001', jsonParams: '{"FORCE_3DS2":"true"}' }
    })
    await bank.register({ ...ORDER, by: 'card', clientId: 'nobody' })
    expect(asked[1]?.body).toMatch(/userName=shop-cards.*clientId=nobody/)
  })

  const paid = {
    ...{ errorCode: '0', orderStatus: 2, actionCode: 0, amount: 100_050, currency: '051' },
    paymentAmountInfo: { paymentState: 'DEPOSITED', approvedAmount: 100_050, depositedAmount: 100_050, refundedAmount: 0 },
    cardAuthInfo: { maskedPan: '411111**1111', expiration: '203012' },
    bindingInfo: { clientId: 'nobody', bindingId: 'b-1' }
  }
  const info = (change: object) => ({ ...paid, paymentAmountInfo: { ...paid.paymentAmountInfo, ...change } })
  test.each([
    ['paid', paid, { state: 'deposited', amount: 100_050, refunded: 0, currency: '051' }],
    [
      'a part given back',
      { ...info({ depositedAmount: 50, refundedAmount: 100_000 }), orderStatus: 4 },
      { state: 'deposited', amount: 100_050, refunded: 100_000 }
    ],
    ['given back', { ...info({ depositedAmount: 0, refundedAmount: 100_050 }), orderStatus: 4 }, { state: 'refunded', refunded: 100_050 }],
    ['reversed', { ...paid, orderStatus: 3 }, { state: 'refunded', amount: 100_050 }],
    ['ended unpaid', { ...info({ approvedAmount: 0, depositedAmount: 0 }), orderStatus: 3 }, { state: 'declined', refunded: 0 }],
    ['open', { ...paid, orderStatus: 0, actionCode: -100 }, { state: 'registered', actionCode: -100 }],
    ['with the issuer', { ...paid, orderStatus: 5 }, { state: 'processing' }],
    ['refused', { ...paid, orderStatus: 6, actionCode: 116 }, { state: 'declined', actionCode: 116 }],
    ['in dollars', { ...paid, currency: '840' }, { state: 'deposited', currency: '840' }]
  ])('reads a status: %s', async (_name, answer, expected) => {
    expect(await arca(answer).bank.status(REF)).toMatchObject(expected)
  })

  test('reads the bound card, and nothing but its last digits', async () => {
    const { card } = await arca(paid).bank.status(REF)
    expect(card).toEqual({ clientId: 'nobody', bindingId: 'b-1', brand: 'visa', lastFour: '1111', expiry: '203012' })
  })

  test.each([
    [{ ...paid, orderStatus: 9 }],
    [{ ...paid, orderStatus: undefined }],
    [info({ depositedAmount: 'much' })],
    [info({ depositedAmount: -5 })],
    [{ errorCode: 7 }],
    [[]],
    ['null'],
    ['<html>']
  ])('an answer that is not understood is none: %j', async (answer) => {
    await expect(arca(answer).bank.status(REF)).rejects.toThrow(BankUnavailable)
  })

  test("a fault of the bank's own at a charge is silence, not a refusal of the card", async () => {
    const charge = (errorCode: number) =>
      arca({ errorCode }).bank.cards?.charge(REF, ORDER, {
        clientId: 'nobody',
        bindingId: 'b-1'
      })
    await expect(charge(7)).rejects.not.toBeInstanceOf(BankRefused)
    await expect(charge(5)).rejects.toBeInstanceOf(BankRefused)
  })

  test('a taken number, and an address that is no page, are told apart from silence', async () => {
    await expect(arca({ errorCode: 1 }).bank.register(ORDER)).rejects.toThrow(NumberTaken)
    await expect(arca({ errorCode: 5, errorMessage: SECRET }).bank.register(ORDER)).rejects.toThrow(BankRefused)
    await expect(arca({ orderId: REF, formUrl: 'javascript:alert(1)' }).bank.register(ORDER)).rejects.toThrow(BankUnavailable)
  })
})

describe('Ameriabank', () => {
  test('registers by JSON: the sum in drams, the number of the payment, and the page by its language', async () => {
    const { asked, bank } = ameria({ PaymentID: REF, ResponseCode: 1, ResponseMessage: 'OK' })
    expect(await bank.register(ORDER)).toEqual({ ref: REF, formUrl: `https://bank.example/rest/Payments/Pay?id=${REF}&lang=am` })
    expect(asked[0]?.url).toBe('https://bank.example/rest/api/VPOS/InitPayment')
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      ...{ ClientID: 'client', Username: 'shop', Password: SECRET, OrderID: 17, Amount: 1000.5, Currency: '051', Timeout: 1_200 },
      ...{ BackURL: ORDER.returnUrl, Description: '100001', Opaque: '100001-1' }
    })
  })

  const paid = {
    ...{ ResponseCode: '00', OrderStatus: 2, PaymentState: 'Successful', Amount: 1000.5, ApprovedAmount: 1000.5, DepositedAmount: 1000.5 },
    ...{ RefundedAmount: 0, Currency: '051', CardNumber: '220000**0004', ExpDate: '203012', CardHolderID: 'nobody-17', BindingID: 'b-2' }
  }
  test.each([
    [
      'paid',
      paid,
      { state: 'deposited', amount: 100_050, refunded: 0, currency: '051', actionCode: 0, card: { brand: 'mir', lastFour: '0004' } }
    ],
    ['a part given back', { ...paid, OrderStatus: 4, RefundedAmount: 1000 }, { state: 'deposited', amount: 100_050, refunded: 100_000 }],
    ['given back', { ...paid, OrderStatus: 4, RefundedAmount: 1000.5 }, { state: 'refunded' }],
    ['open', { ...paid, ResponseCode: '0-100', OrderStatus: 0, ApprovedAmount: 0 }, { state: 'registered', actionCode: -100 }],
    ['refused', { ...paid, ResponseCode: '0116', OrderStatus: 6, ApprovedAmount: 0 }, { state: 'declined', actionCode: 116 }]
  ])('reads a status: %s', async (_name, answer, expected) => {
    expect(await ameria(answer).bank.status(REF)).toMatchObject(expected)
  })

  test.each([[{ ...paid, ResponseCode: '0116' }], [{ ...paid, ApprovedAmount: 1e30 }], [{ ...paid, OrderStatus: 'x' }], [{}], ['']])(
    'an answer that is not understood, or that contradicts itself, is none: %j',
    async (answer) => {
      await expect(ameria(answer).bank.status(REF)).rejects.toThrow(BankUnavailable)
    }
  )

  test('a taken number is told apart', async () => {
    await expect(ameria({ PaymentID: '', ResponseCode: '01' }).bank.register(ORDER)).rejects.toThrow(NumberTaken)
  })
})

test.each([
  ['ArCa', arca],
  ['Ameriabank', ameria]
])('%s: no error tells a secret, whatever the bank does', async (_name, open) => {
  for (const [answer, status] of [
    [`${SECRET}<html>`, 200],
    [{ errorCode: 5, errorMessage: SECRET, ResponseCode: SECRET }, 200],
    [SECRET, 500]
  ] as const) {
    const { bank } = open(answer, status)
    const message = await bank
      .register(ORDER)
      .catch((cause: unknown) => `${String(cause)} ${cause instanceof Error ? (cause.stack ?? '') : ''}`)
    expect(message).toMatch(/^Error: /)
    expect(message).not.toContain(SECRET)
  }
})
