import type * as claims from '#contract/claims/calls.ts'
import type { claimsSchemas } from '#contract/claims/schemas.ts'
import { writeClaims } from '#server/services/orders/claims/write-claims.ts'
import { addPhoto, readClaimPhoto } from '#server/services/orders/claims/photos/photos.ts'
import type { Handlers } from '../http/mount.ts'

export const claimsHandlers: Handlers<typeof claims, typeof claimsSchemas> = {
  write: (ctx, { body }) => writeClaims(ctx, body),
  addPhoto: (ctx, { query: { orderId }, body: file }) => addPhoto(ctx, { orderId, file }),
  photo: (ctx, { params: { id }, query }) => readClaimPhoto(ctx, id, query)
}
