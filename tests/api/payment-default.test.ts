import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a person makes the card their default, and nobody else gets it', async () => {
  const [me, other] = [await api.person(), await api.person()]
  expect((await me.call(auth.me)).defaultPaymentMethodId).toBe(PAYMENT_METHOD.CASH)
  const methods = await me.call(profile.paymentMethod, { body: { paymentMethodId: PAYMENT_METHOD.ARCA } })
  expect(methods.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([PAYMENT_METHOD.ARCA])
  expect(await me.call(orders.paymentMethods)).toEqual(methods)
  expect((await me.call(auth.me)).defaultPaymentMethodId).toBe(PAYMENT_METHOD.ARCA)
  expect((await other.call(auth.me)).defaultPaymentMethodId).toBe(PAYMENT_METHOD.CASH)
})

test('what is not offered is refused and changes nothing', async () => {
  const me = await api.person()
  await expect(me.call(profile.paymentMethod, { body: { paymentMethodId: PAYMENT_METHOD.GIFT_CARD } })).rejects.toMatchObject({
    type: 'PAYMENT_METHOD_UNAVAILABLE',
    code: 484
  })
  for (const paymentMethodId of [0, 99, '3', null]) {
    const { envelope } = await me.raw('PATCH', '/user/profile/paymentmethod', { body: { paymentMethodId } })
    expect(envelope.code).toBe(400)
  }
  expect((await me.call(auth.me)).defaultPaymentMethodId).toBe(PAYMENT_METHOD.CASH)
})

test('a guest has no default', async () => {
  await expect(api.guest().call(profile.paymentMethod, { body: { paymentMethodId: PAYMENT_METHOD.CASH } })).rejects.toMatchObject({
    type: 'UNAUTHORIZED'
  })
})
