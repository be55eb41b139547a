import type { Context } from '#server/context.ts'
import type { Kernel } from '#server/kernel.ts'
import { eraseDue } from '#server/services/account/erase.ts'
import { sendAlerts } from '#server/services/alerts/send-alerts.ts'
import { sweepApplications } from '#server/services/applications/sweep-applications.ts'
import { sweepAuth } from '#server/services/auth/sweep.ts'
import { sweepBaskets } from '#server/services/baskets/sweep.ts'
import { keepBookings } from '#server/services/bookings/keep-bookings.ts'
import { expireGroupOrders } from '#server/services/group-orders/expire.ts'
import { keepDeadlines } from '#server/services/group-orders/keep-deadlines.ts'
import { sweepCardPhotos } from '#server/services/gift-cards/photos.ts'
import { sweepPhotos } from '#server/services/orders/claims/photos/photos.ts'
import { settleClaims } from '#server/services/orders/claims/settle-due.ts'
import { settleReplacements } from '#server/services/orders/replacements/settle.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { sweepEvents } from '#server/services/events/sweep.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { sweepMessages } from '#server/services/messages/sweep.ts'
import { publishCampaigns } from '#server/services/notifications/publish-campaigns.ts'
import { sweepNotifications } from '#server/services/notifications/sweep.ts'
import { keepAdmissions } from '#server/services/orders/admissions/keep-admissions.ts'
import { remindOfAdmissions } from '#server/services/orders/admissions/remind-of-admissions.ts'
import { advanceDue } from '#server/services/orders/advance.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { sweepKeys } from '#server/services/orders/sweep-keys.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { listOverdueRefunds } from '#server/services/payments/overdue-refunds.ts'
import { unbindLeft } from '#server/services/payments/cards/unbind-left.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import { rateSuppliers } from '#server/services/reviews/rate-suppliers.ts'
import { sweepVisits } from '#server/services/sign-in/visits.ts'
import { expireGiftCards } from '#server/services/gift-cards/expire.ts'
import { noteUnreachableCards } from '#server/services/notifications/note-unreachable-cards.ts'
import { sendDueCards } from '#server/services/gift-cards/send.ts'
import { remindOfGiftCards } from '#server/services/notifications/remind-of-gift-cards.ts'
import { remindOfFreeDeliveries } from '#server/services/notifications/remind-free-deliveries.ts'
import { remindOfPoints } from '#server/services/notifications/remind-points.ts'
import { expirePoints } from '#server/services/wallet/expire-points.ts'
import { checkLedgerWhenDue } from './check-ledger.ts'

export interface Task {
  name: string
  everyMs: number
  /** How often its lane looks for work; default: once a second. */
  tickMs?: number
  /** `goesOn` turns false when the process stops: long work then ends early. */
  run: (ctx: Context, goesOn: () => boolean) => Promise<unknown>
}

const relayLogged = async (ctx: Context, kernel: Kernel): Promise<void> => {
  const { givenUp, retried } = await relayEvents(ctx, () => kernel.events.wake())
  for (const { id, kind, orderId, attempts, reason } of givenUp)
    kernel.log('error', `event ${id} (${kind}, order ${orderId}) given up after ${attempts} attempts: ${reason}`)
  if (retried) kernel.log('error', retried)
}

const logOverdueRefunds = async (ctx: Context, kernel: Kernel): Promise<void> => {
  for (const { orderNumber, bankNumber, requestedAt, attempts } of await listOverdueRefunds(ctx))
    kernel.log(
      'error',
      `order ${orderNumber}: the bank has not given back payment ${bankNumber} since ${requestedAt.toISOString()}, ` +
        `${attempts} attempts in a row failed; ask the bank, it is tried again every quarter of an hour`
    )
}

/** Tasks that only use the database. Each may run in several processes at once. */
const databaseTasks = (kernel: Kernel): Task[] => [
  { name: 'autopilot', everyMs: 1_000, run: advanceDue },
  { name: 'keep bookings', everyMs: 1_000, run: keepBookings },
  { name: 'keep admissions', everyMs: 60_000, run: (ctx, goesOn) => keepAdmissions(ctx, goesOn) },
  { name: 'remind of admissions', everyMs: 600_000, run: (ctx, goesOn) => remindOfAdmissions(ctx, goesOn) },
  { name: 'send alerts', everyMs: 30_000, run: (ctx, goesOn) => sendAlerts(ctx, goesOn) },
  { name: 'answer claims', everyMs: 1_000, run: settleClaims },
  { name: 'expire group orders', everyMs: 60_000, run: expireGroupOrders },
  { name: 'keep deadlines of group orders', everyMs: 5_000, run: keepDeadlines },
  { name: 'relay events', everyMs: 1_000, run: (ctx) => relayLogged(ctx, kernel) },
  { name: 'forget idempotency keys', everyMs: 600_000, run: sweepKeys },
  { name: 'sweep applications', everyMs: 3_600_000, run: sweepApplications },
  { name: 'sweep photos', everyMs: 600_000, run: sweepPhotos },
  { name: 'sweep gift card photos', everyMs: 600_000, run: sweepCardPhotos },
  { name: 'sweep sign-in', everyMs: 600_000, run: sweepAuth },
  { name: 'sweep visits to providers', everyMs: 600_000, run: sweepVisits },
  { name: 'erase accounts', everyMs: 60_000, run: eraseDue },
  { name: 'report overdue refunds', everyMs: 86_400_000, run: (ctx) => logOverdueRefunds(ctx, kernel) },
  { name: 'sweep events', everyMs: 600_000, run: sweepEvents },
  { name: 'publish news', everyMs: 300_000, run: (ctx, goesOn) => publishCampaigns(ctx, kernel.campaigns, goesOn) },
  { name: 'sweep messages', everyMs: 60_000, run: sweepMessages },
  { name: 'sweep notifications', everyMs: 600_000, run: sweepNotifications },
  { name: 'rate suppliers', everyMs: 60_000, run: rateSuppliers },
  { name: 'remind of points', everyMs: 3_600_000, run: (ctx, goesOn) => remindOfPoints(ctx, goesOn) },
  { name: 'remind of free deliveries', everyMs: 3_600_000, run: (ctx, goesOn) => remindOfFreeDeliveries(ctx, goesOn) },
  { name: 'expire points', everyMs: 600_000, run: (ctx, goesOn) => expirePoints(ctx, goesOn) },
  { name: 'remind of gift cards', everyMs: 3_600_000, run: (ctx, goesOn) => remindOfGiftCards(ctx, goesOn) },
  { name: 'send gift cards', everyMs: 10_000, run: (ctx, goesOn) => sendDueCards(ctx, goesOn) },
  { name: 'note gift cards that did not arrive', everyMs: 60_000, run: (ctx, goesOn) => noteUnreachableCards(ctx, goesOn) },
  { name: 'expire gift cards', everyMs: 600_000, run: (ctx, goesOn) => expireGiftCards(ctx, goesOn) },
  { name: 'sweep abandoned baskets', everyMs: 600_000, run: sweepBaskets }
]

/** Reads all of the ledger. */
const checkTask = (kernel: Kernel): Task => ({ name: 'check the ledger', everyMs: 600_000, run: (ctx) => checkLedgerWhenDue(ctx, kernel) })

/** Calls the fiscal service. */
const receiptsTask = (kernel: Kernel): Task => ({
  name: 'send receipts',
  everyMs: 1_000,
  run: async (ctx, goesOn) => {
    for (const { id, orderId, reason } of await sendReceipts(ctx, goesOn))
      kernel.log('error', `receipt ${id} (order ${orderId}) was given up: ${reason}; npm run receipts -- retry ${id} sends it again`)
  }
})

/** Tasks that call the bank. */
const EXPIRE: Task = { name: 'expire unpaid orders', everyMs: 1_000, run: (ctx, goesOn) => expireUnpaid(ctx, goesOn) }
const REPLACE: Task = { name: 'settle replacements', everyMs: 1_000, run: (ctx, goesOn) => settleReplacements(ctx, goesOn) }
const RECONCILE: Task = { name: 'reconcile payments', everyMs: 1_000, run: (ctx, goesOn) => reconcilePayments(ctx, goesOn) }
const UNBIND: Task = { name: 'unbind cards of erased accounts', everyMs: 10_000, run: (ctx, goesOn) => unbindLeft(ctx, goesOn) }

const CODES_TICK_MS = 300

/** Tasks that call the servers for messages. Codes have slots of their own, because somebody is waiting for them. */
const sendTask = (kernel: Kernel, channel: 'email' | 'sms' | 'push', urgency: 'codes' | 'letters'): Task => ({
  name: `send ${channel}${urgency === 'codes' ? ' codes' : ''}`,
  everyMs: 0,
  ...(urgency === 'codes' ? { tickMs: CODES_TICK_MS } : {}),
  run: async (ctx, goesOn) => {
    for (const { id, kind, attempts, reason } of await sendDue(ctx, channel, { urgency, goesOn }))
      kernel.log('error', `message ${id} (${channel}, ${kind}) failed finally after ${attempts} attempts: ${reason}`)
  }
})

/** All background tasks. Tasks of a lane run one after the other; lanes do not wait for each other. */
export const lanesOf = (kernel: Kernel): (readonly Task[])[] => [
  databaseTasks(kernel),
  [EXPIRE],
  [RECONCILE],
  [REPLACE],
  [UNBIND],
  [receiptsTask(kernel)],
  [checkTask(kernel)],
  [sendTask(kernel, 'email', 'codes')],
  [sendTask(kernel, 'sms', 'codes')],
  [sendTask(kernel, 'email', 'letters')],
  [sendTask(kernel, 'sms', 'letters')],
  [sendTask(kernel, 'push', 'letters')]
]
