import * as v from 'valibot'
import { CLAIM_REASONS, MAX_CLAIM_COMMENT, MAX_CLAIMS, MAX_PHOTOS, REFUND_AS } from '#domain/orders/claims.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import { bodyId, id, MAX_INTEGER, paragraph, wholeNumber, type SchemasOf } from '#contract/fields.ts'
import type * as claims from './calls.ts'

export const claimsSchemas = {
  write: {
    body: v.object({
      orderId: bodyId,
      claims: v.pipe(
        v.array(
          v.object({
            reason: v.picklist(CLAIM_REASONS),
            itemId: v.optional(bodyId),
            quantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)))
          })
        ),
        v.minLength(1),
        v.maxLength(MAX_CLAIMS)
      ),
      comment: v.optional(paragraph(MAX_CLAIM_COMMENT)),
      photos: v.optional(v.pipe(v.array(bodyId), v.maxLength(MAX_PHOTOS))),
      refundAs: v.optional(v.picklist(REFUND_AS))
    })
  },
  addPhoto: { query: v.object({ orderId: id }), body: v.blob() },
  photo: {
    params: v.object({ id }),
    query: v.object({ until: v.pipe(wholeNumber, v.minValue(0), v.maxValue(MAX_INTEGER)), key: v.pipe(v.string(), v.maxLength(100)) })
  }
} satisfies SchemasOf<typeof claims>
