import { ApiError } from '#client/call.ts'
import type { CodeType } from '#contract/codes.ts'
import { openModal, openModalOnce } from './modals.ts'
import { markSignedOut } from './auth/session.ts'

/** Areas whose calls sign the user out when they fail with UNAUTHORIZED (spec section 8). */
export type Area = 'user' | 'address' | 'campaign'
/**
 * Result of the generic error handling. ignored: not shown; normal: treated as a regular result; caller: left to the calling code, which
 * shows it in place.
 */
export type Reaction = 'ignored' | 'normal' | 'warning' | 'account-validation' | 'caller'

/** Without a message these open the phone confirmation; with a message they are left to the caller. Backend exception is INTERNAL. */
const VALIDATE_WHEN_EMPTY: ReadonlySet<CodeType> = new Set<CodeType>([
  'INTERNAL',
  'GROUP_ORDER_NOT_FOUND',
  'UNAUTHORIZED',
  'GROUP_ORDER_OWNER_MUST_FINISH_FIRST',
  'BASKET_EMPTY',
  'NOT_FOUND',
  'CORPORATE_WALLET_UNAVAILABLE',
  'B2B_ORDER_FORBIDDEN',
  'DIGITAL_PRODUCTS_ORDERED_ALONE',
  'CUSTOM'
])
const IGNORED: ReadonlySet<CodeType> = new Set<CodeType>(['GROUP_ORDER_LIMIT_ISSUE', 'PROMO_RESTRICTED_DUE_TO_DISCOUNT'])

/** The table of spec section 8, "Generic handling". */
export const reactionTo = ({ type, message }: ApiError): Reaction => {
  if (type === 'ORDER_NOT_FOUND') return 'normal'
  if (IGNORED.has(type)) return 'ignored'
  if (VALIDATE_WHEN_EMPTY.has(type)) return message === '' ? 'account-validation' : 'caller'
  return message === '' ? 'caller' : 'warning'
}

/** Applies the generic handling and returns the reaction; on `caller` the calling code shows the error. Throws what is not an ApiError. */
export const report = (cause: unknown, area?: Area): Reaction => {
  if (!(cause instanceof ApiError)) throw cause
  if (cause.type === 'UNAUTHORIZED' && area) markSignedOut()
  const reaction = reactionTo(cause)
  if (reaction === 'warning') openModal('warning', { description: cause.message })
  if (reaction === 'account-validation') openModalOnce('account-validation')
  return reaction
}

/** For actions without a place for an error text: a failure left to the caller opens the error modal. */
export const reportOrShow = (cause: unknown, area?: Area): Reaction => {
  const reaction = report(cause, area)
  if (reaction === 'caller') openModal('error', { description: cause instanceof ApiError ? cause.message : '' })
  return reaction
}

/** A failure in a store's state. The type decides the handling; the message is shown, and when it is empty the view uses its own text. */
export interface Failure {
  type: CodeType
  message: string
  field?: string
}
export const failureOf = (cause: unknown, area?: Area): Failure => {
  if (!(cause instanceof ApiError)) throw cause
  if (cause.type === 'UNAUTHORIZED' && area) markSignedOut()
  // What has a sentence is shown where it happened, in place of the warning modal.
  if (reactionTo(cause) === 'account-validation') openModalOnce('account-validation')
  return { type: cause.type, message: cause.message, ...(cause.field ? { field: cause.field } : {}) }
}
export const isFailure = (cause: unknown, ...types: CodeType[]): cause is ApiError =>
  cause instanceof ApiError && types.includes(cause.type)
