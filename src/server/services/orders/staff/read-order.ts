import { BadWords } from '#server/services/core/bad-words.ts'
import type { StaffOrder } from './staff-order.ts'

/** Reads `ORDER` or `ORDER/SUPPLIER` of a command. Throws BadWords. */
export const readOrder = (target: string): StaffOrder => {
  const [number = '', supplier = null, ...more] = target.split('/')
  if (!/^\d{1,12}$/.test(number) || more.length > 0 || supplier === '')
    throw new BadWords(`ORDER is an order's number, such as 100001, or 100001/SUPPLIER for one supplier's part, not "${target}"`)
  return { number, supplier }
}
