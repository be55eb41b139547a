import type { Context } from '#server/context.ts'
import type { Kernel } from '#server/kernel.ts'
import { eraseDue } from '#server/services/account/erase.ts'
import { sweepAuth } from '#server/services/auth/sweep.ts'
import { sweepBaskets } from '#server/services/baskets/sweep.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { sweepEvents } from '#server/services/events/sweep.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { sweepMessages } from '#server/services/messages/sweep.ts'
import { publishCampaigns } from '#server/services/notifications/publish-campaigns.ts'
import { sweepNotifications } from '#server/services/notifications/sweep.ts'
import { advanceDue } from '#server/services/orders/advance.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { sweepKeys } from '#server/services/orders/sweep-keys.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { sweepVisits } from '#server/services/sign-in/visits.ts'

export interface Task {
  name: string
  everyMs: number
  run: (ctx: Context) => Promise<unknown>
}

/** Tasks that only use the database. Each may run in several processes at once. */
const databaseTasks = (kernel: Kernel): Task[] => [
  { name: 'autopilot', everyMs: 1_000, run: advanceDue },
  { name: 'relay events', everyMs: 1_000, run: (ctx) => relayEvents(ctx, () => kernel.events.wake()) },
  { name: 'forget idempotency keys', everyMs: 600_000, run: sweepKeys },
  { name: 'sweep sign-in', everyMs: 600_000, run: sweepAuth },
  { name: 'sweep visits to providers', everyMs: 600_000, run: sweepVisits },
  { name: 'erase accounts', everyMs: 60_000, run: eraseDue },
  { name: 'sweep events', everyMs: 600_000, run: sweepEvents },
  { name: 'publish news', everyMs: 300_000, run: (ctx) => publishCampaigns(ctx, kernel.campaigns) },
  { name: 'sweep messages', everyMs: 60_000, run: sweepMessages },
  { name: 'sweep notifications', everyMs: 600_000, run: sweepNotifications },
  { name: 'sweep abandoned baskets', everyMs: 600_000, run: sweepBaskets }
]

/** Tasks that call the bank. */
const BANK_TASKS: readonly Task[] = [
  { name: 'expire unpaid orders', everyMs: 1_000, run: expireUnpaid },
  { name: 'reconcile payments', everyMs: 5_000, run: reconcilePayments }
]

/** Tasks that call the servers for messages. */
const sendTask = (kernel: Kernel, channel: 'email' | 'sms' | 'push'): Task => ({
  name: `send ${channel}`,
  everyMs: 0,
  run: async (ctx) => {
    for (const { id, kind, attempts, reason } of await sendDue(ctx, channel))
      kernel.log('error', `message ${id} (${channel}, ${kind}) failed finally after ${attempts} attempts: ${reason}`)
  }
})

/** All background tasks. Tasks of a lane run one after the other; lanes do not wait for each other. */
export const lanesOf = (kernel: Kernel): (readonly Task[])[] => [
  databaseTasks(kernel),
  BANK_TASKS,
  [sendTask(kernel, 'email')],
  [sendTask(kernel, 'sms')],
  [sendTask(kernel, 'push')]
]
