import { supplierPath } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'

/** Spec section 3. */
export const GROUP_ORDER_STATUS = { OPEN: 0, CANCELED: 1, FINISHED: 2 } as const
export type GroupOrderStatus = (typeof GROUP_ORDER_STATUS)[keyof typeof GROUP_ORDER_STATUS]
export const GROUP_ORDER_TYPE = { PAID_BY_OWNER: 1, PAID_BY_ALL: 2 } as const
export type GroupOrderType = (typeof GROUP_ORDER_TYPE)[keyof typeof GROUP_ORDER_TYPE]
export const isPaidByAll = ({ type }: { type: GroupOrderType }): boolean => type === GROUP_ORDER_TYPE.PAID_BY_ALL

/** As people see it. `locked`: open, but members cannot change anything; `collecting`: ordered, and everybody pays the own share. */
export type GroupOrderState = 'open' | 'locked' | 'collecting' | 'placed' | 'cancelled' | 'expired'
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
/** In how many minutes a list may close by itself, and how long before that whoever is not ready is reminded. */
export const MIN_DEADLINE_MINUTES = 5
export const MAX_DEADLINE_MINUTES = 240
export const REMIND_MS = 10 * MINUTE
/** How long everybody has to pay the own share, and the initiator at least once more after going on without somebody. */
export const COLLECTING_MS = 15 * MINUTE
export const COLLECTING_MORE_MS = 5 * MINUTE

/** Of a member's share while everybody pays: `none` nothing was chosen, `covered` the initiator pays it, `refused` the last try failed. */
export type SharePayment = 'none' | 'covered' | 'due' | 'refused' | 'paid'

/** Path of the link of a group order, in a language. */
export const groupPath = (locale: Locale, alias: string, hash: string): string =>
  `/${locale}${supplierPath('restaurant', alias)}?groupHash=${hash}`

export const groupStateOf = (group: {
  status: GroupOrderStatus
  lockedAt: Date | null
  collectingSince: Date | null
  expired: boolean
}): GroupOrderState => {
  if (group.status === GROUP_ORDER_STATUS.FINISHED) return 'placed'
  if (group.status === GROUP_ORDER_STATUS.CANCELED) return group.expired ? 'expired' : 'cancelled'
  if (group.collectingSince !== null) return 'collecting'
  return group.lockedAt === null ? 'open' : 'locked'
}

const ENDED: readonly GroupOrderState[] = ['placed', 'cancelled', 'expired']
export const isEnded = (state: GroupOrderState): boolean => ENDED.includes(state)
