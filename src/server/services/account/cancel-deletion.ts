import type { AccountDeletion } from '#contract/account/calls.ts'
import type { Context } from '#server/context.ts'
import { cancelDeletionOf } from '#server/services/auth/cancel-deletion.ts'
import { requireUser } from '#server/services/core/access.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { deletionState } from './deletion-state.ts'

/** Cancels the pending deletion of the caller's account. */
export const cancelDeletion = async (ctx: Context): Promise<AccountDeletion> => {
  const { userId } = requireUser(ctx)
  await withTransaction(ctx, (tx) => cancelDeletionOf(tx, userId))
  return deletionState(ctx)
}
