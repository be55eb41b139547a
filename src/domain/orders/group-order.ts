import { MINUTE } from '#domain/time/yerevan-time.ts'

/** Spec section 3. */
export const GROUP_ORDER_STATUS = { OPEN: 0, CANCELED: 1, FINISHED: 2 } as const
export type GroupOrderStatus = (typeof GROUP_ORDER_STATUS)[keyof typeof GROUP_ORDER_STATUS]
export const GROUP_ORDER_TYPE = { PAID_BY_OWNER: 1, PAID_BY_ALL: 2 } as const
export type GroupOrderType = (typeof GROUP_ORDER_TYPE)[keyof typeof GROUP_ORDER_TYPE]

/** As people see it. `locked`: open, but members cannot change anything. */
export type GroupOrderState = 'open' | 'locked' | 'placed' | 'cancelled' | 'expired'
export type GroupRole = 'owner' | 'member' | 'outsider'

/** Limits of a member in AMD; UNLIMITED stands for none (spec section 9). */
export const UNLIMITED = 99_999_999
export const DEFAULT_LIMIT = 5_000
export const MIN_LIMIT = 500
export const MAX_LIMIT = 999_999

export const MAX_MEMBERS = 50
export const MAX_STARTS_A_DAY = 5
/** A group order in which nothing changes for so long is cancelled. */
export const IDLE_MS = 120 * MINUTE

export const groupStateOf = (group: { status: GroupOrderStatus; lockedAt: Date | null; expired: boolean }): GroupOrderState => {
  if (group.status === GROUP_ORDER_STATUS.FINISHED) return 'placed'
  if (group.status === GROUP_ORDER_STATUS.CANCELED) return group.expired ? 'expired' : 'cancelled'
  return group.lockedAt === null ? 'open' : 'locked'
}

export const isEnded = (state: GroupOrderState): boolean => state !== 'open' && state !== 'locked'
