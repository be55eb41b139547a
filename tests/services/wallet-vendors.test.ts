import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFastShift } from '#server/adapters/payment/fastshift.ts'
import { createIdram } from '#server/adapters/payment/idram.ts'
import { BankUnavailable, DRAM } from '#server/adapters/payment/port.ts'
import { createTelcell, invoiceCode } from '#server/adapters/payment/telcell.ts'
import { telcellResult } from '#server/simulators/wallet/telcell.ts'
import { idramConfirmation } from '#server/simulators/wallet/idram.ts'
import type { BankOrder } from '#server/simulators/bank/book.ts'

/** A payment as the wallets' own books have it. */
const ORDER: BankOrder = {
  ...{ ref: '15451253-3414-5600-0000-000000000000', number: '100001-1-5fae', amount: 180_000, currency: DRAM, returnUrl: 'http://shop/' },
  ...{ description: '100001', language: 'hy', clientId: null, createdAt: Date.parse('2025-10-16T09:00:00Z'), state: 'deposited' },
  ...{ actionCode: 0, taken: 180_000, refunded: 0, card: null, bindingId: null, bind: false, shownFrom: 0 }
}

describe('Idram', () => {
  const LOGIN = { account: '110000321', secret: () => 'k7Sx2mQe' }
  const idram = createIdram({ provider: 'idram', simulated: false, url: 'https://idram.example/Payment/GetPayment', ...LOGIN })
  /**
   * Worked out by hand from the vendor's rule, EDP_REC_ACCOUNT:EDP_AMOUNT:SECRET_KEY:EDP_BILL_NO:EDP_PAYER_ACCOUNT:EDP_TRANS_ID:EDP_TRANS_DATE:
   * printf '%s' '110000321:1800.00:k7Sx2mQe:100001-1-5fae:200000007:15451253341456:16/10/2025' | md5sum
   */
  const BY_HAND = '96f94544e9458671d02e25f38e51dd95'
  const CONFIRMED = {
    EDP_BILL_NO: '100001-1-5fae',
    EDP_REC_ACCOUNT: '110000321',
    EDP_PAYER_ACCOUNT: '200000007',
    EDP_AMOUNT: '1800.00',
    EDP_TRANS_ID: '15451253341456',
    EDP_TRANS_DATE: '16/10/2025',
    EDP_CHECKSUM: BY_HAND
  }
  const PAID = { kind: 'status', ref: '100001-1-5fae', status: { state: 'deposited', amount: 180_000, currency: DRAM } }

  test('the checksum worked out by hand is believed in either case, and the simulator sends the same', () => {
    expect(idram.notices?.read(CONFIRMED)).toMatchObject(PAID)
    expect(idram.notices?.read({ ...CONFIRMED, EDP_CHECKSUM: BY_HAND.toUpperCase() })).toMatchObject(PAID)
    const sent = idramConfirmation('http://shop/', LOGIN, ORDER, null)?.fields
    expect(sent).toEqual({ ...CONFIRMED, EDP_CHECKSUM: BY_HAND.toUpperCase() })
  })

  test.each(Object.keys(CONFIRMED))('another %s, or none, is not believed', (name) => {
    const fields: Record<string, string> = { ...CONFIRMED }
    for (const other of ['1800', '', 'x'.repeat(32)]) expect(idram.notices?.read({ ...fields, [name]: other })).toBeNull()
  })

  test('the amount is hashed as it came and compared as a number; a precheck needs the own account', () => {
    const precheck = { EDP_PRECHECK: 'YES', EDP_BILL_NO: '100001-1-5fae', EDP_REC_ACCOUNT: '110000321', EDP_AMOUNT: '1800' }
    expect(idram.notices?.read(precheck)).toEqual({ kind: 'precheck', ref: '100001-1-5fae', amount: 180_000 })
    expect(idram.notices?.read({ ...precheck, EDP_REC_ACCOUNT: '110000322' })).toBeNull()
    expect(idram.notices?.read({ ...precheck, EDP_AMOUNT: '1,800' })).toBeNull()
    expect(['ok', 'refused', 'forged'].map((each) => idram.notices?.answer(each as 'ok'))).toEqual([
      ...['OK', 'EDP_BILL_NO not payable', 'EDP_CHECKSUM not correct']
    ])
  })

  test('the form and the link to its app say what is to be paid', async () => {
    const { ref, formUrl } = await idram.register({
      ...{ id: 1, number: '100001-1', amount: 180_000, returnUrl: 'https://shop.example/api/payments/return?language=hy' },
      ...{ description: '100001', language: 'hy', clientId: null, by: 'page' }
    })
    expect(ref).toMatch(/^100001-1-[0-9a-f]{16}$/)
    expect(formUrl).toBe(`https://shop.example/api/payments/form/${ref}?language=hy`)
    expect(idram.form?.({ ref, number: '100001-1', amount: 180_000, description: '100001', language: 'hy' })).toEqual({
      action: 'https://idram.example/Payment/GetPayment',
      fields: {
        EDP_LANGUAGE: 'AM',
        EDP_REC_ACCOUNT: '110000321',
        EDP_DESCRIPTION: '100001',
        EDP_AMOUNT: '1800.00',
        EDP_BILL_NO: ref,
        orderId: ref
      },
      app: `idramapp://payment?receiverName=Shuka&receiverId=110000321&title=${ref}&amount=1800&callbackUrlScheme=https`
    })
  })
})

describe('Telcell', () => {
  const telcell = createTelcell({
    provider: 'telcell',
    simulated: false,
    url: 'https://telcell.example/invoices',
    shop: 'shop-12',
    key: () => 'k7Sx2mQe'
  })
  /**
   * Worked out by hand from the vendor's rule, shop_key + issuer + currency + price + product + issuer_id + valid_days without anything
   * between: printf '%s' 'k7Sx2mQeshop-12֏1800MTAwMDAxMTIzNDU2Nzg5MDEyMzQ11' | md5sum
   */
  const INVOICE_BY_HAND = 'bf1bfe4f64ddfaaddaa0e27e9ea1c62b'
  /**
   * shop_key + invoice + issuer_id + payment_id + currency + sum + time + status:
   * printf '%s' 'k7Sx2mQe15451253MTIzNDU2Nzg5MDEyMzQ1125334145118002025-10-16 09:00:00PAID' | md5sum
   */
  const RESULT_BY_HAND = 'd983ddfb77062e7992f19a6ef8a79a08'
  const RESULT = {
    invoice: '15451253',
    issuer_id: 'MTIzNDU2Nzg5MDEyMzQ1',
    payment_id: '12533414',
    currency: '51',
    sum: '1800',
    time: '2025-10-16 09:00:00',
    status: 'PAID',
    checksum: RESULT_BY_HAND
  }
  const withChecksum = (fields: Omit<typeof RESULT, 'checksum'>) => ({
    ...fields,
    checksum: createHash('md5')
      .update(`k7Sx2mQe${Object.values(fields).join('')}`)
      .digest('hex')
  })

  test('the code of an invoice is the one worked out by hand, and the address carries it', async () => {
    expect(invoiceCode('k7Sx2mQe', ['shop-12', '֏', '1800', 'MTAwMDAx', 'MTIzNDU2Nzg5MDEyMzQ1', '1'])).toBe(INVOICE_BY_HAND)
    const { ref, formUrl } = await telcell.register({
      ...{ id: 1, number: '100001-1', amount: 180_000, returnUrl: 'https://shop.example/api/payments/return', description: '100001' },
      ...{ language: 'hy', clientId: null, by: 'page' }
    })
    expect(ref).toMatch(/^\d{15}$/)
    const { searchParams } = new URL(formUrl)
    const issuerId = Buffer.from(ref).toString('base64')
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{
        action: 'PostInvoice',
        issuer: 'shop-12',
        currency: '֏',
        price: '1800',
        product: 'MTAwMDAx',
        issuer_id: issuerId,
        valid_days: '1'
      },
      ...{ lang: 'am', security_code: invoiceCode('k7Sx2mQe', ['shop-12', '֏', '1800', 'MTAwMDAx', issuerId, '1']) }
    })
  })

  test('the checksum of a result is the one worked out by hand, and the simulator sends the same', () => {
    const paid = { kind: 'status', ref: '123456789012345', status: { state: 'deposited', amount: 180_000, currency: DRAM, actionCode: 0 } }
    expect(telcell.notices?.read(RESULT)).toMatchObject(paid)
    expect(telcell.notices?.read({ ...RESULT, checksum: RESULT_BY_HAND.toUpperCase() })).toMatchObject(paid)
    const login = { shop: 'shop-12', key: () => 'k7Sx2mQe' }
    const order = { ...ORDER, ref: '15451253-3414-5600-0000-000000000000', number: '123456789012345' }
    expect(telcellResult('http://shop/', login, order, null)?.fields).toEqual(RESULT)
  })

  test('a raw number, a rejection and an end are understood; another word, sum or number is not', () => {
    const { checksum: _, ...fields } = RESULT
    const read = (change: Partial<typeof fields>) => telcell.notices?.read(withChecksum({ ...fields, ...change }))
    expect(read({ issuer_id: '123456789012345' })).toMatchObject({ ref: '123456789012345' })
    expect(read({ status: 'REJECTED' })).toMatchObject({ status: { state: 'declined', actionCode: 100 } })
    expect(read({ status: 'EXPIRED' })).toMatchObject({ status: { state: 'declined', actionCode: -2007 } })
    expect(read({ currency: '840' })).toMatchObject({ status: { currency: '840' } })
    for (const change of [{ status: 'DONE' }, { sum: '1e3' }, { issuer_id: '' }, { currency: '' }]) expect(read(change)).toBeNull()
    for (const name of Object.keys(RESULT)) expect(telcell.notices?.read({ ...RESULT, [name]: '2' })).toBeNull()
  })
})

describe('FastShift', () => {
  const asked: Request[] = []
  const answering = (status: number, body: unknown) =>
    createFastShift({
      ...{ provider: 'fastshift', simulated: false, url: 'https://fastshift.example/api/en/vpos', timeoutMs: 1_000, token: () => 'hidden' },
      transport: async (request) => (asked.push(request), Response.json(body, { status }))
    })

  test('registers whole drams with a bearer token and the addresses of the shop', async () => {
    const fastshift = answering(200, { data: { redirect_url: 'https://fastshift.example/pay/1' } })
    const { ref, formUrl } = await fastshift.register({
      ...{ id: 1, number: '100001-1', amount: 180_000, returnUrl: 'https://shop.example/api/payments/return?language=hy' },
      ...{ description: '100001', language: 'hy', clientId: null, by: 'page' }
    })
    expect(formUrl).toBe('https://fastshift.example/pay/1')
    const request = asked.at(-1)
    expect([request?.url, request?.method, request?.headers.get('authorization')]).toEqual([
      ...['https://fastshift.example/api/en/vpos/order/register', 'POST', 'Bearer hidden']
    ])
    expect(await request?.json()).toEqual({
      ...{ order_number: ref, amount: 1_800, description: '100001', external_order_id: '100001-1' },
      callback_url: 'https://shop.example/api/payments/return?language=hy',
      webhook_url: 'https://shop.example/api/payments/notices/fastshift'
    })
  })

  test.each([
    [{ data: { status: 'completed', amount: 1_800 } }, { state: 'deposited', amount: 180_000, currency: DRAM }],
    [{ data: { status: 'COMPLETED' } }, { state: 'deposited', amount: 170_000, currency: DRAM }],
    [
      { status: 'completed', amount: '1800', currency: 'USD' },
      { state: 'deposited', amount: 180_000, currency: 'USD' }
    ],
    [{ data: { status: 'pending' } }, { state: 'registered' }],
    [{ data: { status: 'rejected' } }, { state: 'declined', actionCode: 100 }],
    [{ data: { status: 'expired' } }, { state: 'declined', actionCode: -2007 }]
  ])('%j', async (body, expected) => {
    expect(await answering(200, body).status('x', 170_000)).toMatchObject(expected)
  })

  test.each([
    [401, {}],
    [404, {}],
    [422, { message: 'INVALID_DATA' }],
    [500, {}],
    [200, { data: { status: 'other' } }],
    [200, { data: { status: 'completed', amount: -5 } }]
  ])('%i %j is no answer', async (status, body) => {
    await expect(answering(status, body).status('x', 1)).rejects.toThrow(BankUnavailable)
  })

  test('a callback is a reason to ask, and nothing else', () => {
    const number = '00000000-0000-4000-8000-000000000000'
    expect(answering(200, {}).notices?.read({ status: 'completed', order_number: number })).toEqual({ kind: 'changed', ref: number })
    expect(answering(200, {}).notices?.read({ status: 'completed', order_number: '1' })).toBeNull()
  })
})
