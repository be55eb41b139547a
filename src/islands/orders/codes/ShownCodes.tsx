import { OrderTickets } from '#islands/admissions/OrderTickets.tsx'
import { SeenTickets } from '#islands/admissions/SeenTickets.tsx'
import type { OrderState } from '#stores/orders/order.ts'
import { PickupCode } from './PickupCode.tsx'
import { fulfilmentOfOrder } from '../order-words.ts'

/**
 * The code of an order that is fetched, or the tickets of an order; without a connection as they were seen last. In one file, so that the
 * browser has it then.
 */
export const ShownCodes = ({ number, state }: { number: string; state: OrderState }) => {
  if (state.state === 'ready' && fulfilmentOfOrder(state.order) === 'admission') return <OrderTickets order={state.order} />
  return (
    <>
      <PickupCode number={number} state={state} />
      {state.state === 'failed' && <SeenTickets number={number} />}
    </>
  )
}
