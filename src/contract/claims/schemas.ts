import * as v from 'valibot'
import { CLAIM_REASONS, MAX_CLAIM_COMMENT, MAX_CLAIMS } from '#domain/orders/claims.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import { bodyId, paragraph, type SchemasOf } from '#contract/fields.ts'
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
      comment: v.optional(paragraph(MAX_CLAIM_COMMENT))
    })
  }
} satisfies SchemasOf<typeof claims>
