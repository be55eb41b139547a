import { SERVICE_STATUS, type ServiceStatus } from '#domain/bookings/booking.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'

/**
 * Returns when the demo's autopilot makes the next step of a booking; null when it makes none, as while the price waits for an answer. A
 * courier leaves when the window begins.
 */
export const nextBookingStepAt = (ctx: Pick<Context, 'config' | 'now'>, status: ServiceStatus, pickupFrom: Date): Date | null => {
  const seconds = autopilotSeconds(ctx.config)
  if (seconds === 0 || status === SERVICE_STATUS.CANCELLED || status >= SERVICE_STATUS.UPDATED) return null
  return new Date(Math.max(ctx.now() + seconds * 1_000, pickupFrom.getTime()))
}
