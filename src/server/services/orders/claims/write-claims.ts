import type { Claim, NewClaim, NewClaims } from '#contract/claims/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { lockOrder, ownOrder, type ItemRow } from '../order-row.ts'
import { linesOf } from '../refund-lines.ts'
import { requireClaimable } from './claimable.ts'
import { claimsOf } from './claims-of.ts'
import { sendPhotos } from './photos/photos.ts'

/** Says what was wrong with an order (POST /orders/claims). Nothing is kept of a message of which one line is refused. Codes: see the contract. */
export const writeClaims = (
  ctx: Context,
  { orderId, claims, comment = '', photos = [], refundAs = 'money' }: NewClaims
): Promise<Claim[]> => {
  const { userId } = requireUser(ctx)
  return withTransaction(ctx, async (tx) => {
    requireClaimable(tx, await lockOrder(tx, ownOrder(userId, { id: orderId })))
    const items = await linesOf(tx, orderId)
    const rows = claims.map((claim) => ({ reason: claim.reason, ...lineMeant(items, claim) }))
    const { orderClaims } = schema
    const ids = [...new Set(photos)]
    await sendPhotos(tx, { orderId, userId, ids })
    const said = { orderId, userId, comment: comment.trim(), photos: ids, refundAs, locale: tx.locale, createdAt: new Date(tx.now()) }
    const written = await tx.db
      .insert(orderClaims)
      .values(rows.map((row) => ({ ...said, ...row })))
      .onConflictDoNothing()
      .returning({ id: orderClaims.id })
    if (written.length < rows.length) throw fail('ALREADY_CLAIMED', { field: 'claims' })
    return claimsOf(tx, orderId)
  })
}

/** The line that a claim is about, and how much of it; nothing of an order that was late. */
const lineMeant = (items: readonly ItemRow[], { reason, itemId, quantity }: NewClaim): { itemId?: number; quantity?: number } => {
  if (reason === 'late') return {}
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw fail('ARTICLE_NOT_FOUND', { field: 'itemId' })
  const left = item.quantity - item.refundedQuantity
  // It went back already.
  if (left === 0) throw fail('ALREADY_CLAIMED', { field: 'itemId' })
  return { itemId: item.id, quantity: Math.min(quantity ?? left, left) }
}
