import type { ContactType } from '#domain/enums.ts'
import { fail, type ServiceError } from '#server/services/core/fail.ts'

/** Failure for a contact of another account. `field` is its name in the request. */
export const contactConflict = (type: ContactType, field = 'contact'): ServiceError =>
  fail(type === 'phone' ? 'PHONE_ALREADY_USED' : 'EMAIL_ALREADY_USED', { field })

/** The spec's client shows it as `alreadyExistsTin`. */
export const tinConflict = (): ServiceError => fail('TIN_EXISTS', { field: 'tin', data: { reason: 'alreadyExistsTin' } })

/** Unique constraints of the table of people and their refusals. They catch conflicts that an earlier check missed. */
const RULES: Record<string, (fields: { email?: string; phone?: string }) => ServiceError> = {
  users_tin_unique: tinConflict,
  users_email: ({ email }) => contactConflict('email', email),
  users_phone: ({ phone }) => contactConflict('phone', phone)
}

/**
 * Runs work that writes a person and turns a violated unique constraint into its refusal. Call it outside the transaction, which a
 * violation aborts.
 */
export const refusingConflicts = async <T>(fields: { email?: string; phone?: string }, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const refusal = RULES[violatedRule(cause) ?? '']
    throw refusal ? refusal(fields) : cause
  }
}

/** Returns the name of the violated constraint, however deep the driver wrapped the error. */
const violatedRule = (cause: unknown): string | undefined => {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && error.code === '23505' && 'constraint' in error && typeof error.constraint === 'string') return error.constraint
  }
  return undefined
}
