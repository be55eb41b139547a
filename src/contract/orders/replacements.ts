import { endpoint } from '#contract/endpoint.ts'
import type { UnitId } from '#domain/enums.ts'
import type { ReplacementState } from '#domain/orders/replacement.ts'

// What a supplier offers instead of a line that has run out.

export interface OrderReplacement {
  id: number
  /** The line that has run out, and what it is. */
  itemId: number
  ordered: string
  /** What is offered instead, in the units of its quantity. */
  name: string
  picture: string
  quantity: number
  unitId: UnitId
  /** What the person pays for it, AMD: never more than what was ordered cost. */
  price: number
  /** How much less the order costs with it, AMD. */
  less: number
  /** What the supplier says of it, in its own words; empty without. */
  note: string
  state: ReplacementState
  /** ISO +04:00; without an answer until then it is taken or left out, as `otherwise` says. */
  answerBefore: string
  otherwise: 'replace' | 'leaveOut'
  canAnswer: boolean
}

export const answerReplacement = endpoint<{ params: { id: number }; body: { accept: boolean }; reply: OrderReplacement }>()({
  method: 'PUT',
  path: '/orders/replacements/:id',
  access: 'user',
  codes: ['ORDER_NOT_FOUND', 'CONFLICT'],
  about: 'Takes what is offered instead of something that has run out, or leaves it out: its money goes back. The same answer twice is one.'
})
