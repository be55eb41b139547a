import type { Bank } from '../bank/bank.ts'
import type { BankOrder } from '../bank/book.ts'
import { LATE_MS, type Fault } from '../bank/faults.ts'

/** How the calls of a wallet reach the shop; tests put the shop itself here. */
export interface Wire {
  send: (request: Request) => Promise<Response>
}
export const createWire = (): Wire => ({ send: (request) => fetch(request) })

const TIMEOUT_MS = 10_000
/** A call of a wallet to the shop: its address and the fields of its form, or of JSON. */
export interface ShopCall {
  url: string
  isJson?: boolean
  fields: Record<string, string>
}

/** Posts a form to the shop; null when the shop does not answer. */
export const callShop = async ({ send }: Wire, { url, fields, isJson }: ShopCall): Promise<string | null> => {
  try {
    const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields)
    const headers = isJson ? { 'Content-Type': 'application/json' } : undefined
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = new Request(url, { method: 'POST', body, signal, ...(headers ? { headers } : {}) })
    const response = await send(request)
    return response.ok ? await response.text() : null
  } catch {
    // The shop is away: it has not heard the call.
    return null
  }
}

/**
 * Tells the shop what became of a payment, with the faults that were armed for it. `callOf`: the call in the wallet's own protocol, forged
 * when its checksum or its order is to be wrong; null when there is nothing to tell.
 */
export const tellShop = async (
  bank: Bank,
  wire: Wire,
  ref: string,
  callOf: (order: BankOrder, forged: Fault | null) => ShopCall | null
): Promise<void> => {
  const order = bank.order(ref)
  if (!order) return
  if (!bank.isShown(order)) {
    setTimeout(() => void tellShop(bank, wire, ref, callOf), LATE_MS).unref()
    return
  }
  const fault = bank.noticeFault(ref)
  const call = callOf(order, fault === 'checksum' || fault === 'unknown' ? fault : null)
  if (!call || fault === 'silent') return
  const again = fault === 'lost' || fault === 'twice'
  const first = callShop(wire, call)
  if (fault === 'together') await callShop(wire, call)
  await first
  // It heard no answer, or says everything twice.
  if (again) await callShop(wire, call)
}
