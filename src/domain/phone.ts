const COUNTRY = '374'
const MAX_TYPED_LENGTH = 40

const withoutSigns = (text: string): string => text.replace(/[\s().\-\u2010-\u2015]/g, '')

/**
 * '+374XXXXXXXX' of an Armenian number as typed: 0XX XXX XXX, 374…, 00374…, +374 (0)XX…, with spaces, dots, dashes, brackets.
 * null for anything else. Operator codes are not checked, because new ones are added.
 */
export const normalizePhone = (text: string): string | null => {
  if (text.length > MAX_TYPED_LENGTH) return null
  const digits = withoutSigns(text)
  const match = /^(?:(?:\+|00)?3740?|0)([1-9]\d{7})$/.exec(digits)
  return match ? `+${COUNTRY}${match[1]}` : null
}

/** Normalises a foreign number: with + or 00, or at least ten digits. The server knows which countries are allowed. null for anything else. */
export const foreignPhone = (text: string): string | null => {
  if (text.length > MAX_TYPED_LENGTH) return null
  const digits = withoutSigns(text)
  return /^(?:(?:\+|00)[1-9]\d{6,14}|[1-9]\d{9,14})$/.test(digits) && !/^(?:\+|00)?374/.test(digits) ? digits : null
}

/** A contact field begins with the country's code. */
export const PHONE_START = `+${COUNTRY} `

/** What was typed or pasted into such a field: a whole number or an e-mail address takes the place of the code. */
export const typedContact = (text: string): string => {
  const rest = text.startsWith(PHONE_START.trim()) ? text.slice(PHONE_START.length - 1).trimStart() : ''
  return /^(\+|00)|[^\d\s().\-\u2010-\u2015]/.test(rest) ? rest : text
}

const parts = (phone: string): RegExpExecArray | null => /^\+374(\d\d)(\d{3})(\d{3})$/.exec(phone)

/** '+374 91 123 456' of a normalised number; other text is returned unchanged. */
export const formatPhone = (phone: string): string => {
  const match = parts(phone)
  return match ? `+${COUNTRY} ${match[1]} ${match[2]} ${match[3]}` : phone
}

/** Masks a contact: recognisable to its owner, useless to others: '+374 91 ••• •56', 'a•••@mail.am'. */
export const maskContact = (contact: string): string => {
  const phone = parts(contact)
  if (phone) return `+${COUNTRY} ${phone[1]} ••• •${phone[3]?.slice(1)}`
  if (/^\+\d{7,15}$/.test(contact)) return `${contact.slice(0, 3)} ••• ••${contact.slice(-2)}`
  const at = contact.lastIndexOf('@')
  return at > 0 ? `${contact.slice(0, 1)}•••${contact.slice(at)}` : '•••'
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i

/** True for a deliverable e-mail address: ASCII, at most 254 characters, a domain with a dot. */
export const isEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@')
  if (text.length > 254 || at < 1 || at > 64) return false
  return LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1))
}

/**
 * Normalises an address for storage and comparison: trimmed, no full-width or other letter forms, lower case. Lookalike letters stay, and
 * `isEmail` refuses them.
 */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
