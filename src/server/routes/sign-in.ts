import type { signInSchemas } from '#contract/sign-in/schemas.ts'
import type * as signIn from '#contract/sign-in/calls.ts'
import { beginSignIn, openBrowser } from '#server/services/sign-in/begin.ts'
import { currentSession } from '#server/services/sign-in/current-session.ts'
import { listIdentities, unlinkIdentity } from '#server/services/sign-in/identities.ts'
import { linkPending, sendLinkCode } from '#server/services/sign-in/link.ts'
import { listProviders } from '#server/services/sign-in/providers.ts'
import { browserCookie, writeBrowserCookie } from './http/browser-cookie.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Handlers } from './http/mount.ts'
import { enter } from './http/session-cookies.ts'

/** Anybody may write here: a code is a word, and queries of addresses and numbers are left out. */
const browserFault = (code: string, message = ''): string => {
  const text = message.replace(/\?[^\s?]*=\S*/g, '?…').replace(/\d{4,}/g, '…')
  return [/^[a-z_]+$/i.test(code) ? code : 'no code', text].filter(Boolean).join(': ')
}

export const signInHandlers = (kernel: Pick<Kernel, 'log'>): Handlers<typeof signIn, typeof signInSchemas> => ({
  session: (ctx, _input, http) => currentSession(ctx, http.accessToken),
  csrf: async (ctx, _input, http) => {
    const { browserKey, csrfToken } = await openBrowser(ctx, browserCookie(http))
    writeBrowserCookie(http, browserKey)
    return { csrfToken }
  },
  providers: (ctx) => Promise.resolve(listProviders(ctx)),
  begin: (ctx, { params, body }, http) => beginSignIn(ctx, { ...body, provider: params.provider }, browserCookie(http), http),
  sendLinkCode: (ctx, _input, http) => sendLinkCode(ctx, browserCookie(http), http),
  link: async (ctx, { body }, http) => {
    return enter(http, await linkPending(ctx, browserCookie(http), body, http))
  },
  identities: (ctx) => listIdentities(ctx),
  unlink: (ctx, { params }) => unlinkIdentity(ctx, params.provider),
  log: (_ctx, { body }) => {
    kernel.log('info', `sign-in in a browser: ${browserFault(body.code, body.message)}`)
    return Promise.resolve({ logged: true as const })
  }
})
