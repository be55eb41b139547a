import type { ClosedReason } from '#domain/enums.ts'

/** At the time of the reply; `changesAt`: the next change (ISO +04:00); `closesSoon`: within 30 minutes; `exceptional`: not by weekly hours. */
export interface OpenState {
  status: 0 | 1
  changesAt: string | null
  reason: ClosedReason | null
  closesSoon: boolean
  exceptional?: true
}

/** AMD and minutes for the supplier's nearest zone, or for the requested point. */
export interface DeliveryOffer {
  priceFrom: number
  freeFrom: number | null
  minutesFrom: number
  minutesTo: number
}

export interface BranchInfo {
  branchId: number
  city: string
  address: string
  lat: number
  lng: number
  phone: string
  /** Orders can be fetched here. */
  pickup: boolean
  hours: string[][]
  /** Current and future exceptions; dates yyyy-mm-dd. No hours: closed. */
  exceptions: { from: string; to: string; reason: ClosedReason; hours: string[] }[]
  zones: { upToKm: number; price: number; minutes: number; freeFrom: number | null }[]
}

/** A branch for a point: its distance, and its delivery there. */
export interface BranchNear {
  branchId: number
  city: string
  address: string
  lat: number
  lng: number
  phone: string
  open: OpenState
  /** Minutes until an order can be fetched here while it is open; null where orders are not handed over. */
  pickup: { minutesFrom: number; minutesTo: number } | null
  km: number
  delivers: boolean
  delivery: DeliveryOffer | null
}
