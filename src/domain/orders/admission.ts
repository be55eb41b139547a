import { DAY_MINUTES, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'

/** How a supplier's tickets are sold: one for any day can be used so many days from when it is paid. */
export interface AdmissionRules {
  days: number
}

/** What became of a ticket. withdrawn: its money went back. */
export type AdmissionState = 'valid' | 'used' | 'expired' | 'withdrawn'

/** When a ticket is for (null: any day), until when it can be used, and what happened to it. */
export interface Admission {
  admissionAt: Instant | null
  /** Its time before the supplier moved that; null: it was not moved. */
  movedFrom: Instant | null
  expiresAt: Instant
  usedAt: Instant | null
  withdrawnAt: Instant | null
}

/** Tickets for a time can be used this long after it. */
const ENTRY_HOURS = 12
/** Tickets for a time can be given back until this long before it. */
export const RETURN_HOURS = 24
/** Length of a ticket's number, which nobody guesses. */
export const ADMISSION_NUMBER_LENGTH = 12

export const HOUR_MS = 60 * MINUTE

export const admissionExpiry = ({ days }: AdmissionRules, admissionAt: Instant | null, paidAt: Instant): Instant =>
  admissionAt === null ? paidAt + days * DAY_MINUTES * MINUTE : admissionAt + ENTRY_HOURS * HOUR_MS

export const admissionState = ({ usedAt, withdrawnAt, expiresAt }: Admission, now: Instant): AdmissionState => {
  if (withdrawnAt !== null) return 'withdrawn'
  if (usedAt !== null) return 'used'
  return expiresAt <= now ? 'expired' : 'valid'
}

/** Until when a ticket can be given back, while nobody has used it: until its time where that is another than it was bought for. */
export const returnableUntil = ({ admissionAt, movedFrom, expiresAt }: Admission): Instant => {
  if (admissionAt === null) return expiresAt
  return movedFrom === null ? admissionAt - RETURN_HOURS * HOUR_MS : admissionAt
}

export const isReturnable = (admission: Admission, now: Instant): boolean =>
  admissionState(admission, now) === 'valid' && now < returnableUntil(admission)
