import type { Config } from '#server/config.ts'
import { createApple } from './apple.ts'
import { WAIT_MS } from './ask.ts'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import { createOpenId } from './openid.ts'
import type { SignInProvider } from './port.ts'

/** The DER inside a PEM text; environment files write its line ends as `\n`. */
export const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(pem.replaceAll('\\n', '\n').replace(/-----[^-]+-----|\s/g, ''), 'base64'))

/** Providers that have keys, in the order of their buttons. */
export const createSignIn = (config: Config, waitMs: number = WAIT_MS): SignInProvider[] => {
  const redirectUri = (id: string): string => `${config.SITE_URL}/api/auth/callback/${id}`
  const providers: SignInProvider[] = []
  if (config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET)
    providers.push(
      createGoogle({
        clientId: config.GOOGLE_CLIENT_ID,
        clientSecret: config.GOOGLE_CLIENT_SECRET,
        redirectUri: redirectUri('google'),
        waitMs
      })
    )
  if (config.FACEBOOK_APP_ID && config.FACEBOOK_APP_SECRET)
    providers.push(
      createFacebook({ appId: config.FACEBOOK_APP_ID, appSecret: config.FACEBOOK_APP_SECRET, redirectUri: redirectUri('facebook'), waitMs })
    )
  if (config.APPLE_CLIENT_ID && config.APPLE_TEAM_ID && config.APPLE_KEY_ID && config.APPLE_PRIVATE_KEY)
    providers.push(
      createApple({
        clientId: config.APPLE_CLIENT_ID,
        teamId: config.APPLE_TEAM_ID,
        keyId: config.APPLE_KEY_ID,
        privateKey: derOf(config.APPLE_PRIVATE_KEY),
        redirectUri: redirectUri('apple'),
        waitMs
      })
    )
  if (config.OPENID_ISSUER && config.OPENID_CLIENT_ID && config.OPENID_CLIENT_SECRET)
    providers.push(
      createOpenId({
        name: config.OPENID_NAME,
        issuer: config.OPENID_ISSUER,
        clientId: config.OPENID_CLIENT_ID,
        clientSecret: config.OPENID_CLIENT_SECRET,
        redirectUri: redirectUri('openid'),
        waitMs
      })
    )
  return providers
}
