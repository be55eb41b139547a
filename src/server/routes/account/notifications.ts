import type * as notifications from '#contract/notifications/calls.ts'
import type { notificationsSchemas } from '#contract/notifications/schemas.ts'
import { listNotifications, markRead } from '#server/services/notifications/list.ts'
import { subscribe, unsubscribe } from '#server/services/notifications/push.ts'
import { changeSettings, readSettings } from '#server/services/notifications/settings.ts'
import type { Handlers } from '../http/mount.ts'

export const notificationsHandlers: Handlers<typeof notifications, typeof notificationsSchemas> = {
  list: (ctx, { query }) => listNotifications(ctx, query),
  read: (ctx, { body }) => markRead(ctx, body),
  settings: (ctx) => readSettings(ctx),
  changeSettings: (ctx, { body }) => changeSettings(ctx, body),
  subscribe: (ctx, { body }) => subscribe(ctx, body),
  unsubscribe: (ctx, { body }) => unsubscribe(ctx, body.endpoint)
}
