import type { RunOut, UnitId } from '#domain/enums.ts'

/** A line of an order. Quantities of unit 2 are hundredths of a kilogram. Amounts in AMD. */
export interface OrderItem {
  productId: number
  id: number
  name: string
  picture: string
  quantity: number
  /** How much more was ordered: the supplier does not have it, and it is not paid for. */
  takenOff: number
  /** How much of it was given back. */
  refunded: number
  unitId: UnitId
  price: number
  totalPrice: number
  /** Every second piece was free. */
  pairs?: true
  /** Names of what comes with each of it for nothing. */
  gifts?: string[]
  /** Of tickets: when they are for (ISO); left out: any day. */
  admissionAt?: string
  /** What the person wants when it has run out, where that is something else than for the others. */
  runOut?: RunOut
  /** In a group order: who chose it. */
  person?: string
  selectedOptions: { group: string; name: string; price: number }[]
}
