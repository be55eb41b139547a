import * as v from 'valibot'
import { RUN_OUT } from '#domain/enums.ts'
import { TIP_BOUNDS } from '#domain/orders/tip.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import type * as orders from './calls.ts'
import { bodyId, date, id, line, bodyListNumber, paragraph, skip, take, time, wholeNumber, type SchemasOf } from '#contract/fields.ts'

const amd = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000_000))
const tip = v.pipe(v.number(), v.integer(), v.minValue(TIP_BOUNDS.min), v.maxValue(TIP_BOUNDS.max))
const orderNumber = v.pipe(v.string(), v.regex(/^\d{4,12}$/))
const ownMoneyUse = {
  useWallet: v.optional(v.boolean()),
  walletAmount: v.optional(amd),
  useGiftCard: v.optional(v.boolean()),
  cards: v.optional(v.pipe(v.array(bodyId), v.maxLength(50))),
  giftCardAmount: v.optional(amd),
  useCorporateWallet: v.optional(v.boolean()),
  corporateWalletAmount: v.optional(amd)
}

export const ordersSchemas = {
  checkout: {
    body: v.strictObject({
      addressId: v.optional(bodyId),
      paymentId: bodyListNumber,
      deliveryNow: v.boolean(),
      deliveryDate: v.optional(date),
      deliveryTime: v.optional(time),
      customerComment: v.optional(paragraph(500)),
      cutlery: v.optional(v.boolean()),
      isGift: v.optional(v.boolean()),
      greeting: v.optional(paragraph(300)),
      runOut: v.optional(v.picklist(RUN_OUT)),
      runOutLines: v.optional(v.pipe(v.array(v.strictObject({ itemId: bodyId, runOut: v.picklist(RUN_OUT) })), v.maxLength(500))),
      promoCode: v.optional(v.pipe(line(40), v.minLength(1))),
      boundCardId: v.optional(bodyId),
      bindCard: v.optional(v.boolean()),
      ...ownMoneyUse,
      tip: v.optional(tip),
      basketVersion: bodyId,
      orderPrice: amd,
      admissionTimes: v.optional(
        v.pipe(v.array(v.strictObject({ itemId: bodyId, admissionAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())) })), v.maxLength(500))
      )
    })
  },
  payForOrder: {
    body: v.strictObject({
      orderNumber,
      paymentId: v.optional(bodyListNumber),
      supplierId: v.optional(bodyId),
      boundCardId: v.optional(bodyId),
      bindCard: v.optional(v.boolean()),
      memberId: v.optional(bodyId),
      ...ownMoneyUse
    })
  },
  cancel: { params: v.object({ id }) },
  takeStoreCredit: { params: v.object({ id }) },
  answerReplacement: { params: v.object({ id }), body: v.object({ accept: v.boolean() }) },
  giveTip: {
    body: v.strictObject({
      orderNumber,
      amount: tip,
      paymentId: bodyListNumber,
      boundCardId: v.optional(bodyId),
      bindCard: v.optional(v.boolean())
    })
  },
  share: { body: v.object({ orderNumber }) },
  unshare: { query: v.object({ orderNumber }) },
  shared: { query: v.object({ token: line(100) }) },
  pending: {
    query: v.object({ take: take(PAGE.pendingOrders, 100), orderMode: v.optional(v.pipe(wholeNumber, v.picklist([1, 2, 3, 6]))) })
  },
  history: {
    query: v.object({
      skip,
      take: take(PAGE.history, 100),
      filter: v.optional(v.picklist(['all', 'reviewed', 'unreviewed', 'active'])),
      historyMode: v.optional(v.picklist(['pickup', 'groupOrder'])),
      term: v.optional(line(200)),
      from: v.optional(date),
      to: v.optional(date)
    })
  },
  details: { query: v.object({ orderNumber: line(12) }) },
  invoice: { query: v.object({ orderNumber: line(12) }) }
} satisfies SchemasOf<typeof orders>
