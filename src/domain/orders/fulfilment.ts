import { ORDER_MODE, type OrderMode, type SupplierKind } from '../enums.ts'

/** How an order reaches its person: fetched, done by people who come, tickets in the account, or (null) delivered. Each has words of its own. */
export type Fulfilment = 'pickup' | 'service' | 'admission' | null

/** They come and do something, and bring nothing: services are ordered alone. */
export const areServices = (suppliers: readonly { kind: SupplierKind }[]): boolean =>
  suppliers.length > 0 && suppliers.every(({ kind }) => kind === 'service')

export const fulfilmentOf = (orderMode: OrderMode, suppliers: readonly { kind: SupplierKind }[]): Fulfilment =>
  orderMode === ORDER_MODE.ADMISSION ? 'admission' : orderMode === ORDER_MODE.PICK_UP ? 'pickup' : areServices(suppliers) ? 'service' : null
