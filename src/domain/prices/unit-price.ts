import { UNIT, type UnitId } from '../enums.ts'

/** Content of one piece of a product. */
interface Content {
  amount: number
  unit: 'g' | 'kg' | 'ml' | 'l' | 'm' | 'piece'
}
export interface UnitPrice {
  /** Same currency unit as the price, per one `per`. */
  price: number
  per: 'kg' | 'l' | 'm' | 'piece'
}

/** The corresponding unit of sale, which has a display name. */
export const UNIT_OF: Record<UnitPrice['per'], UnitId> = { kg: UNIT.kg, l: UNIT.liter, m: UNIT.meter, piece: UNIT.piece }

const PER: Record<Content['unit'], { per: UnitPrice['per']; parts: number }> = {
  g: { per: 'kg', parts: 1000 },
  kg: { per: 'kg', parts: 1 },
  ml: { per: 'l', parts: 1000 },
  l: { per: 'l', parts: 1 },
  m: { per: 'm', parts: 1 },
  piece: { per: 'piece', parts: 1 }
}

/** Price per kilogram, litre, metre or piece, rounded to a whole dram; null when it equals the price or the content is unknown. */
export const unitPrice = (amd: number, unitId: UnitId, content: Content | null): UnitPrice | null => {
  if (!content || unitId === UNIT.gram || !(content.amount > 0)) return null
  const { per, parts } = PER[content.unit]
  const amount = content.amount / parts
  return amount === 1 ? null : { price: Math.round(amd / amount), per }
}
