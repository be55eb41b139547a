import { atom, type ReadableAtom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { OrderInvoice } from '#contract/orders/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'

export type InvoiceState =
  | { state: 'loading' }
  | { state: 'ready'; invoice: OrderInvoice }
  | { state: 'notFound' }
  | { state: 'signedOut' }
  | { state: 'failed'; failure: Failure }

const $state = atom<InvoiceState>({ state: 'loading' })
export const $invoice: ReadableAtom<InvoiceState> = $state

export const loadInvoice = async (orderNumber: string): Promise<void> => {
  try {
    $state.set({ state: 'ready', invoice: await environment().call(orders.invoice, { query: { orderNumber } }) })
  } catch (cause) {
    if (isFailure(cause, 'ORDER_NOT_FOUND')) return $state.set({ state: 'notFound' })
    const failure = failureOf(cause, 'user')
    $state.set(failure.type === 'UNAUTHORIZED' ? { state: 'signedOut' } : { state: 'failed', failure })
  }
}
