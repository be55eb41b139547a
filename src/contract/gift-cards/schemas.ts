import * as v from 'valibot'
import { GIFT_CARD_DESIGNS, GIFT_CARD_VALUE, MAX_GIFT_CARD_MESSAGE } from '#domain/gift-cards/gift-card.ts'
import { isEmail } from '#domain/phone.ts'
import { bodyId, bodyListNumber, date, flag, id, line, MAX_INTEGER, wholeNumber, type SchemasOf } from '#contract/fields.ts'
import type * as giftCards from './calls.ts'

const recipientEmail = v.pipe(line(254), v.check(isEmail))

export const giftCardsSchemas = {
  balance: { query: v.object({ fromAlloed: v.optional(flag) }) },
  buy: {
    body: v.strictObject({
      amount: v.pipe(v.number(), v.integer(), v.minValue(GIFT_CARD_VALUE.min), v.maxValue(GIFT_CARD_VALUE.max)),
      recipientEmail,
      message: v.optional(line(MAX_GIFT_CARD_MESSAGE)),
      design: v.optional(v.picklist(GIFT_CARD_DESIGNS)),
      photoId: v.optional(bodyId),
      sendOn: v.optional(date),
      paymentId: bodyListNumber,
      boundCardId: v.optional(bodyId),
      bindCard: v.optional(v.boolean())
    })
  },
  addPhoto: { body: v.blob() },
  photo: {
    params: v.object({ id }),
    query: v.object({ until: v.pipe(wholeNumber, v.minValue(0), v.maxValue(MAX_INTEGER)), key: v.pipe(v.string(), v.maxLength(100)) })
  },
  send: { params: v.object({ id }), body: v.object({ recipientEmail }) },
  activate: { body: v.object({ cardCode: v.pipe(line(40), v.minLength(1)), giftCardOnly: v.optional(v.boolean()) }) },
  details: { params: v.object({ id }) }
} satisfies SchemasOf<typeof giftCards>
