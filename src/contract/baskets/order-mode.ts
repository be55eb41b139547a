import type { OrderMode } from '#domain/enums.ts'

export interface OrderModeState {
  orderMode: OrderMode
  branchId: number | null
  supplierId: number | null
}

/** `supplierId`: default the only one of the basket; `branchId`: default its only branch that hands orders over. */
export interface NewOrderMode {
  orderMode: number
  branchId?: number | null
  supplierId?: number | null
  /** True after the person agreed to lose what cannot be fetched at that branch. */
  agreed?: boolean
}
