import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'

/** What people may wait for: a product in stock, a supplier that opens, a place in a window of bookings. */
export type AlertKind = 'product' | 'supplier' | 'window'

/** Channels by which an alert may be sent besides the list of notifications. */
export const ALERT_CHANNELS: readonly Channel[] = [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.PUSH]

/** Limit of alerts that a person may wait for at once. */
export const MAX_ALERTS = 50

/** An alert ends after this, unless its window does before. */
export const ALERT_MS = 30 * DAY_MINUTES * MINUTE

/** When there is less to have than people wait, those who are told first have this long before the next are. */
export const HEAD_START_MS = 15 * MINUTE
