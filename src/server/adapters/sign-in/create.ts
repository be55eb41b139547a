import type { Config } from '#server/config.ts'
import { WAIT_MS } from './ask.ts'
import type { SignInProvider } from './port.ts'

/** Creates the configured providers, in the order of their buttons; the modules of the others are not loaded. */
export const createSignIn = async (config: Config, waitMs: number = WAIT_MS): Promise<SignInProvider[]> => {
  const redirectUri = (id: string): string => `${config.SITE_URL}/api/auth/callback/${id}`
  const providers: SignInProvider[] = []
  if (config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET) {
    const { createGoogle } = await import('./google.ts')
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
    providers.push(createGoogle({ clientId, clientSecret, redirectUri: redirectUri('google'), waitMs }))
  }
  if (config.FACEBOOK_APP_ID && config.FACEBOOK_APP_SECRET) {
    const { createFacebook } = await import('./facebook.ts')
    const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = config
    providers.push(createFacebook({ appId, appSecret, redirectUri: redirectUri('facebook'), waitMs }))
  }
  if (config.APPLE_CLIENT_ID && config.APPLE_TEAM_ID && config.APPLE_KEY_ID && config.APPLE_PRIVATE_KEY) {
    const { createApple } = await import('./apple.ts')
    const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = config
    providers.push(createApple({ clientId, teamId, keyId, privateKey, redirectUri: redirectUri('apple'), waitMs }))
  }
  if (config.OPENID_ISSUER && config.OPENID_CLIENT_ID && config.OPENID_CLIENT_SECRET) {
    const { createOpenId } = await import('./openid.ts')
    const { OPENID_NAME: name, OPENID_ISSUER: issuer, OPENID_CLIENT_ID: clientId, OPENID_CLIENT_SECRET: clientSecret } = config
    providers.push(createOpenId({ name, issuer, clientId, clientSecret, redirectUri: redirectUri('openid'), waitMs }))
  }
  return providers
}
