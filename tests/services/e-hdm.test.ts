import { expect, test } from 'vitest'
import { createEHdm } from '#server/adapters/fiscal/e-hdm.ts'

const answer = (body: unknown, status = 200): Response => Response.json(body, { status })
const serviceOn = (send: (request: Request) => Promise<Response>) =>
  createEHdm({
    ...{ simulated: false, crn: '51234567', url: 'https://ecrm.example/api/v1.0', timeoutMs: 1_000 },
    ...{ cashierId: 3, department: 2, goodsCode: '56.10', send }
  })
const SALE = {
  lines: [{ key: 'item:1', code: '8', name: 'Լոլիկ', weighed: true, quantity: 350, price: 39_050 }],
  ...{ cash: 0, card: 13_668, tin: '01234567' }
}
const CALL = { crn: '51234567', seq: 9 }
const RESULT = { receiptId: 77, fiscal: '12345678', qr: 'https://ecrm.example/77', sn: 'V1', time: 1_795_435_200_000 }

test('a sale travels in drams with its lines, tenders and tax id', async () => {
  const sent: { url: string; language: string | null; body: unknown }[] = []
  const service = serviceOn(async (request) => {
    sent.push({ url: request.url, language: request.headers.get('language'), body: await request.json() })
    return answer({ code: 0, result: RESULT })
  })
  const printed = await service.print(CALL, SALE)
  expect(printed).toEqual({ ...RESULT, receiptId: '77', time: new Date(RESULT.time) })
  const items = [{ dep: 2, adgCode: '56.10', goodCode: '8', goodName: 'Լոլիկ', quantity: 0.35, unit: 'կգ', price: 390.5 }]
  const amounts = { cashAmount: 0, cardAmount: 136.68, partialAmount: 0, prePaymentAmount: 0, partnerTin: '01234567' }
  expect(sent).toEqual([
    { url: 'https://ecrm.example/api/v1.0/print', language: 'hy', body: { ...CALL, mode: 2, cashierId: 3, items, ...amounts } }
  ])
  await service.printReturn({ ...CALL, seq: 10 }, '77', { back: [{ position: 0, quantity: 350 }], cash: 0, card: 13_668 })
  expect(sent[1]).toMatchObject({
    url: 'https://ecrm.example/api/v1.0/printReturnReceipt',
    body: { seq: 10, receiptId: '77', returnItemList: [{ rpid: 0, quantity: 0.35 }], cardAmountForReturn: 136.68 }
  })
})

test.each([
  ['an error of the server', () => answer({}, 500), 'FiscalUnavailable'],
  ['no JSON', () => new Response('<html>'), 'FiscalUnavailable'],
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'FiscalUnavailable'],
  ['a receipt without its number', () => answer({ code: 0, result: { fiscal: '1', time: 1 } }), 'FiscalUnavailable'],
  ['a refusal', () => answer({ code: 160 }), 'FiscalRefused']
])('%s is %3$s', async (_name, respond, kind) => {
  const service = serviceOn(async () => respond())
  const cause: unknown = await service.print(CALL, SALE).catch((error: unknown) => error)
  expect((cause as Error).constructor.name).toBe(kind)
  expect(String(cause), 'errors repeat no values').not.toContain('01234567')
})
