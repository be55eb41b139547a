import type { accountSchemas } from '#contract/account/schemas.ts'
import type * as account from '#contract/account/calls.ts'
import { deletionState } from '#server/services/account/deletion-state.ts'
import { exportData } from '#server/services/account/export-data.ts'
import { cancelDeletion } from '#server/services/account/cancel-deletion.ts'
import { requestDeletion, sendDeletionCode } from '#server/services/account/request-deletion.ts'
import type { Handlers } from '../http/mount.ts'

export const accountHandlers: Handlers<typeof account, typeof accountSchemas> = {
  exportData: (ctx, _input, http) => exportData(ctx, http),
  deletion: (ctx) => deletionState(ctx),
  sendDeletionCode: (ctx, _input, http) => sendDeletionCode(ctx, http),
  requestDeletion: (ctx, { body }, http) => requestDeletion(ctx, body, http),
  cancelDeletion: (ctx) => cancelDeletion(ctx)
}
