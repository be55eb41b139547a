import { useState } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { reportOrShow } from '#stores/errors.ts'

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
