import { useState } from 'react'
import type { OrderCard } from '#contract/orders/calls.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { reportOrShow } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'

/** Puts an order into the basket again. The stores of the basket come with the first press. */
export const OrderAgain = ({ order: { id, orderNumber } }: { order: { id: number; orderNumber: string } }) => {
  const t = useT('orders')
  const [pending, setPending] = useState(false)
  const again = async (): Promise<void> => {
    setPending(true)
    try {
      const { reorder } = await import('#stores/orders/reorder.ts')
      await reorder(id)
    } catch (cause) {
      reportOrShow(cause)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      pending={pending}
      aria-label={`${t('orders:again')}, ${t('orders:number', { number: orderNumber })}`}
      onClick={() => void again()}
    >
      {t('orders:again')}
    </Button>
  )
}

/** Starts a group order with the people of an earlier one. Renders nothing for other orders. */
export const OrderTogetherAgain = ({ order: { group, orderNumber, suppliers } }: { order: OrderCard }) => {
  const t = useT('orders')
  const [supplier] = suppliers
  if (!group || !supplier) return null
  return (
    <Button
      aria-label={`${t('orders:group.again')}, ${t('orders:number', { number: orderNumber })}`}
      onClick={() =>
        openModal('start-group-order', { supplierId: supplier.id, againOf: group.id, limit: group.limit, paidByAll: group.paidByAll })
      }
    >
      {t('orders:group.again')}
    </Button>
  )
}
