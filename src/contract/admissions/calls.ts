import { endpoint } from '#contract/endpoint.ts'
import type { QrDrawing } from '#contract/orders/shown-codes.ts'
import type { AdmissionState } from '#domain/orders/admission.ts'

/** A ticket that the caller bought: it lets one person in, once. Times are ISO +04:00. */
export interface Admission {
  id: number
  /** What is shown at the door, in fours. */
  number: string
  state: AdmissionState
  name: string
  /** Names of the options that were chosen. */
  options: string[]
  orderNumber: string
  supplier: { name: string; alias: string }
  place: { address: string; lat: number; lng: number; phone: string }
  /** When it is for; null: any day until `expiresAt`. */
  admissionAt: string | null
  /** Its time before the supplier moved that, so that it can be given back until it starts; null: it was not moved. */
  movedFrom: string | null
  expiresAt: string
  usedAt: string | null
  /** Until when it can be given back, by cancelling its order. */
  returnableUntil: string
  /** The number, drawn; null once it cannot be used. */
  qr: QrDrawing | null
}

export const list = endpoint<{ reply: Admission[] }>()({
  method: 'GET',
  path: '/admissions',
  access: 'user',
  codes: [],
  about:
    'Tickets of the caller: first those that can be used, the next one at the top, then the others, the newest first. Those whose money went back are left out.'
})
