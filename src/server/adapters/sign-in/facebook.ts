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
 * Facebook: plain OAuth 2 and its own profile call. The token is ours because only our secret exchanges the code. It does not say whether an
 * address is verified, so none counts as verified.
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
      const told = await askJson('profile', waitMs, `${PROFILE}?${query}`, { Authorization: `Bearer ${accessToken}` })
      const subject = textOf(told, 'id')
      if (subject === '') throw new SignInFailed('profile: no id')
      return {
        subject,
        email: textOf(told, 'email') || null,
        emailVerified: false,
        firstName: textOf(told, 'first_name'),
        lastName: textOf(told, 'last_name')
      }
    }
  }
}
