import type { CodeType } from '#contract/codes.ts'
import type { Allowed } from './allowed.ts'

export interface FailureDetails {
  /** Name of the input field at fault. */
  field?: string
  /** What the field may hold; said after the text of the code. */
  allowed?: Allowed | undefined
  /** Values for the text of the code. */
  vars?: Record<string, string | number>
  /** What the client may show as a difference. */
  data?: unknown
}

/** A foreseen refusal: a code of the closed list (spec section 8). Its text comes from i18n. */
export class ServiceError extends Error {
  readonly type: CodeType
  readonly details: FailureDetails
  constructor(type: CodeType, details: FailureDetails) {
    super(type)
    this.name = 'ServiceError'
    this.type = type
    this.details = details
  }
}

/** `throw fail('BASKET_EMPTY')`. */
export const fail = (type: CodeType, details: FailureDetails = {}): ServiceError => new ServiceError(type, details)
