import type { ContactType } from '#domain/enums.ts'
import { fail, type ServiceError } from '#server/services/core/fail.ts'

/** The contact belongs to another account. `field` is how the caller names it. */
export const contactConflict = (type: ContactType, field = 'contact'): ServiceError =>
  fail(type === 'phone' ? 'PHONE_ALREADY_USED' : 'EMAIL_ALREADY_USED', { field })

/** The spec's client reports it as `alreadyExistsTin`. */
export const tinConflict = (): ServiceError => fail('TIN_EXISTS', { field: 'tin', data: { reason: 'alreadyExistsTin' } })

/** Unique rules of the table of people: which refusal each stands for. Whatever slips past a look before is caught by them. */
const RULES: Record<string, (fields: { email?: string; phone?: string }) => ServiceError> = {
  users_tin_unique: tinConflict,
  users_email: ({ email }) => contactConflict('email', email),
  users_phone: ({ phone }) => contactConflict('phone', phone)
}

/** Does work that writes a person; a broken unique rule becomes its refusal. Outside the transaction, which a broken rule ends. */
export const refusingConflicts = async <T>(fields: { email?: string; phone?: string }, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const refusal = RULES[violatedRule(cause) ?? '']
    throw refusal ? refusal(fields) : cause
  }
}

/** Name of the unique rule a database error speaks of, however deep the driver wrapped it. */
const violatedRule = (cause: unknown): string | undefined => {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && error.code === '23505' && 'constraint' in error && typeof error.constraint === 'string') return error.constraint
  }
  return undefined
}
