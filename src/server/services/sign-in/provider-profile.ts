import { isEmail, normalizeEmail } from '#domain/phone.ts'
import type { Identity } from '#server/adapters/sign-in/port.ts'

const MAX_NAME_LENGTH = 60
const MAX_SUBJECT_LENGTH = 255

/** Normalises a name from a provider: one line, no control characters, cut to our length. */
export const readName = (text: string): string =>
  [
    ...text
      .replace(/\p{Cf}/gu, '')
      .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim()
  ]
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .trim()

/** Returns the profile to store; null when it has no stable id. The address is null when mail cannot be sent to it. */
export const readIdentity = (identity: Identity, names?: { firstName: string; lastName: string } | null) => {
  if (identity.subject === '' || identity.subject.length > MAX_SUBJECT_LENGTH) return null
  const email = normalizeEmail(identity.email ?? '')
  return {
    subject: identity.subject,
    email: isEmail(email) ? email : null,
    emailVerified: identity.emailVerified,
    firstName: readName(identity.firstName) || (names?.firstName ?? ''),
    lastName: readName(identity.lastName) || (names?.lastName ?? '')
  }
}

/** Parses Apple's `user` field: JSON with a name, sent only at the first sign-in; null for anything else. */
export const readPostedNames = (text: unknown): { firstName: string; lastName: string } | null => {
  if (typeof text !== 'string' || text.length > 2_000) return null
  try {
    const value: unknown = JSON.parse(text)
    const name: unknown = typeof value === 'object' && value !== null && 'name' in value ? value.name : null
    if (typeof name !== 'object' || name === null) return null
    const part = (key: 'firstName' | 'lastName'): string => {
      const value: unknown = Object.hasOwn(name, key) ? Reflect.get(name, key) : ''
      return typeof value === 'string' ? readName(value) : ''
    }
    return { firstName: part('firstName'), lastName: part('lastName') }
  } catch {
    // Malformed JSON.
    return null
  }
}
