import * as v from 'valibot'

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text)
  if (!url) return false
  // Tokens of an issuer that anybody on the way may speak for are nobody's; a machine's own loopback has no way.
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
}
const key = v.optional(v.pipe(v.string(), v.maxLength(4_000, 'is too long')))

/** Keys of sign-in providers. A provider without keys has no button. */
export const SIGN_IN_VARIABLES = {
  GOOGLE_CLIENT_ID: key,
  GOOGLE_CLIENT_SECRET: key,
  FACEBOOK_APP_ID: key,
  FACEBOOK_APP_SECRET: key,
  APPLE_CLIENT_ID: key,
  APPLE_TEAM_ID: key,
  APPLE_KEY_ID: key,
  APPLE_PRIVATE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/BEGIN PRIVATE KEY/, 'must be the text of a PKCS 8 key (-----BEGIN PRIVATE KEY-----)'))
  ),
  OPENID_NAME: v.optional(v.pipe(v.string(), v.maxLength(40, 'must have at most 40 characters')), 'OpenID'),
  OPENID_ISSUER: v.optional(v.pipe(v.string(), v.check(isIssuer, 'must be an https address (http on 127.0.0.1)'))),
  OPENID_CLIENT_ID: key,
  OPENID_CLIENT_SECRET: key
}

const GROUPS: readonly (readonly (keyof typeof SIGN_IN_VARIABLES)[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET']
]

/** What is missing beside the keys that are there; null when every provider has all of its keys or none. */
export const missingKeys = (config: Partial<Record<keyof typeof SIGN_IN_VARIABLES, string | undefined>>): string | null => {
  const half = GROUPS.find((names) => names.some((name) => config[name]) && !names.every((name) => config[name]))
  if (!half) return null
  const missing = half.filter((name) => !config[name])
  return `${half.filter((name) => config[name]).join(', ')} needs ${missing.join(' and ')} as well; without any of them the provider is off.`
}

/** Variables whose values are never repeated. */
export const isSignInSecret = (name: string): boolean => /_(CLIENT|APP)_SECRET$|^APPLE_PRIVATE_KEY$/.test(name)
