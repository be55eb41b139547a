import { createHmac } from 'node:crypto'
import { Facebook } from 'arctic'
import { askJson, textOf, within } from './ask.ts'
import { SignInFailed, type SignInProvider } from './port.ts'

export interface FacebookOptions {
  appId: string
  appSecret: string
  redirectUri: string
  waitMs: number
}

const PROFILE = 'https://graph.facebook.com/me'

/**
 * Facebook: OAuth 2 and its profile call. The token is for this app, because only its secret exchanges the code. Addresses never count as
 * verified, because Facebook does not say.
 */
export const createFacebook = ({ appId, appSecret, redirectUri, waitMs }: FacebookOptions): SignInProvider => {
  const client = new Facebook(appId, appSecret, redirectUri)
  return {
    id: 'facebook',
    name: 'Facebook',
    authorize: ({ state }) => Promise.resolve(client.createAuthorizationURL(state, ['email', 'public_profile']).href),
    identify: async (code) => {
      const tokens = await within('token', waitMs, client.validateAuthorizationCode(code))
      const accessToken = await within(
        'token',
        waitMs,
        Promise.resolve().then(() => tokens.accessToken())
      )
      const query = new URLSearchParams({
        fields: 'id,first_name,last_name,email',
        appsecret_proof: createHmac('sha256', appSecret).update(accessToken).digest('hex')
      })
      const profile = await askJson('profile', waitMs, `${PROFILE}?${query}`, { Authorization: `Bearer ${accessToken}` })
      const subject = textOf(profile, 'id')
      if (subject === '') throw new SignInFailed('profile: no id')
      return {
        subject,
        email: textOf(profile, 'email') || null,
        emailVerified: false,
        firstName: textOf(profile, 'first_name'),
        lastName: textOf(profile, 'last_name')
      }
    }
  }
}
