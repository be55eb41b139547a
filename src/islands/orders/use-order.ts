import { useEffect, useMemo } from 'react'
import { useStore } from '@nanostores/react'
import { orderStore, type OrderState } from '#stores/orders/order.ts'
import { restoreSession } from '#stores/auth/session.ts'

/** The live state of an order while the component is mounted. */
export const useOrder = (number: string): { state: OrderState; reload: () => void } => {
  const store = useMemo(() => orderStore(number), [number])
  const state = useStore(store.$order)
  useEffect(() => void restoreSession(), [])
  return { state, reload: () => void store.reload() }
}
