import type * as alerts from '#contract/alerts/calls.ts'
import type { alertsSchemas } from '#contract/alerts/schemas.ts'
import { addAlert } from '#server/services/alerts/add-alert.ts'
import { listAlerts } from '#server/services/alerts/list-alerts.ts'
import { removeAlert } from '#server/services/alerts/remove-alert.ts'
import type { Handlers } from '../http/mount.ts'

export const alertsHandlers: Handlers<typeof alerts, typeof alertsSchemas> = {
  list: (ctx) => listAlerts(ctx),
  add: (ctx, { body }) => addAlert(ctx, body),
  remove: (ctx, { params }) => removeAlert(ctx, params.id)
}
