import { lazy } from 'react'
import { useStore } from '@nanostores/react'
import { ORDER_MODE } from '#domain/enums.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { $basket } from '#stores/baskets/shown.ts'

// Each comes with the stores of its page.
const ConfirmBooking = lazy(async () => ({ default: (await import('./ConfirmBooking.tsx')).ConfirmBooking }))
const ConfirmServiceOrder = lazy(async () => ({ default: (await import('./ConfirmServiceOrder.tsx')).ConfirmServiceOrder }))

/** Modal `cosmo-confirm-order`: a service is agreed to before it is booked, or before it is ordered. */
export const ConfirmService = (props: ModalProps<'cosmo-confirm-order'>) => {
  const basket = useStore($basket)
  const isOrdered = basket.state === 'ready' && basket.basket.orderMode.orderMode !== ORDER_MODE.SERVICE && basket.basket.status === 'fill'
  return isOrdered ? <ConfirmServiceOrder {...props} /> : <ConfirmBooking {...props} />
}
