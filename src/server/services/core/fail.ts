import type { CodeType } from '#contract/codes.ts'
import { isDatabaseAway } from '#server/db/server-away.ts'
import type { Allowed } from './allowed.ts'

export interface FailureDetails {
  /** Name of the invalid input field. */
  field?: string
  /** Allowed values of the field, appended to the text of the code. */
  allowed?: Allowed | undefined
  /** Values interpolated into the text of the code. */
  vars?: Record<string, string | number>
  /** Data that the client may show, such as a difference. */
  data?: unknown
  /** No text: the client does something about it instead of showing it. */
  silent?: true
}

/** An expected refusal: a code of the closed list (spec section 8). Its text comes from i18n. */
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

/** Usage: `throw fail('BASKET_EMPTY')`. */
export const fail = (type: CodeType, details: FailureDetails = {}): ServiceError => new ServiceError(type, details)

/** The code that a call answers for a failure of any kind. */
export const codeOf = (cause: unknown): CodeType =>
  cause instanceof ServiceError ? cause.type : isDatabaseAway(cause) ? 'DATABASE_AWAY' : 'INTERNAL'
