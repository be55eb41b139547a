import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import { checked, singleLine } from './config-values.ts'

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text)
  if (!url) return false
  // Without TLS anybody on the path could forge tokens of the issuer; loopback has no path.
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname))
}
const credential = (what: string, example: string) => singleLine(`must be ${what} on one line, such as ${example}`)

/** Decodes the DER inside a PEM text; environment files write line ends as `\n`. */
const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(pem.replaceAll('\\n', '\n').replace(/-----[^-]+-----|\s/g, ''), 'base64'))

const isSigningKey = (pem: string): boolean => {
  if (!/BEGIN PRIVATE KEY/.test(pem)) return false
  try {
    return createPrivateKey({ key: Buffer.from(derOf(pem)), format: 'der', type: 'pkcs8' }).asymmetricKeyType === 'ec'
  } catch {
    // An unreadable key is reported as bad configuration.
    return false
  }
}

/** Credentials of sign-in providers. A provider without them has no button. */
export const SIGN_IN_VARIABLES = {
  GOOGLE_CLIENT_ID: credential('the client id from the Google console', '1234567890-abc.apps.googleusercontent.com'),
  GOOGLE_CLIENT_SECRET: credential('the client secret from the Google console', 'GOCSPX-…'),
  FACEBOOK_APP_ID: credential('the app id from the Facebook console', '1234567890123456'),
  FACEBOOK_APP_SECRET: credential('the app secret from the Facebook console', '0123456789abcdef…'),
  APPLE_CLIENT_ID: credential('the services id from the Apple developer account', 'am.shuka.web'),
  APPLE_TEAM_ID: credential('the team id from the Apple developer account', 'A1B2C3D4E5'),
  APPLE_KEY_ID: credential('the key id from the Apple developer account', 'F6G7H8J9K0'),
  /** Its DER. */
  APPLE_PRIVATE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isSigningKey,
        'must be the text of the .p8 file from the Apple developer account, a PKCS 8 key (-----BEGIN PRIVATE KEY-----)'
      ),
      v.transform(derOf)
    )
  ),
  OPENID_NAME: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^[^\p{Cc}]{1,40}$/u.test(text) && text.trim() !== '', 'must be a name of at most 40 characters, such as Bank ID')
    ),
    'OpenID'
  ),
  OPENID_ISSUER: checked(isIssuer, 'must be an https address such as https://id.example (http only on 127.0.0.1)'),
  OPENID_CLIENT_ID: credential('the client id at the provider', 'shuka'),
  OPENID_CLIENT_SECRET: credential('the client secret at the provider', '3f9c…')
}

const GROUPS: readonly (readonly (keyof typeof SIGN_IN_VARIABLES)[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET']
]

/** Returns which credentials are missing; null when every provider has all of them or none. */
export const missingKeys = (config: Partial<Record<keyof typeof SIGN_IN_VARIABLES, unknown>>): string | null => {
  const incomplete = GROUPS.find((names) => names.some((name) => config[name]) && !names.every((name) => config[name]))
  if (!incomplete) return null
  const missing = incomplete.filter((name) => !config[name])
  return `${incomplete.filter((name) => config[name]).join(', ')} needs ${missing.join(' and ')} as well; without any of them the provider is off.`
}

/** Whether the value of a variable must not be repeated in errors. */
export const isSignInSecret = (name: string): boolean => /_(CLIENT|APP)_SECRET$|^APPLE_PRIVATE_KEY$/.test(name)
