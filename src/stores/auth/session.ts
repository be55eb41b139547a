import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as auth from '#contract/auth/calls.ts'
import type { SignedIn, User } from '#contract/auth/calls.ts'
import { environment, sessionHooks } from '#stores/environment.ts'
import { openModal } from '#stores/modals.ts'
import { $place, clearLocation } from '#stores/addresses/location.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isFlag, isNullOr, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

/** unknown: not looked yet (every first render); guest, `ended` when the session ended under this page: by the server, or in another tab; user. */
export type Session = { state: 'unknown' } | { state: 'guest'; ended?: true } | { state: 'user'; user: User }

const isAuth = isShape({
  version: isExactly(1),
  user: isNullOr(
    isShape({
      id: isNumber,
      firstName: isText,
      lastName: isText,
      email: isNullOr(isText),
      phone: isNullOr(isText),
      languageId: isNumber,
      isAdult: isNullOr(isFlag),
      defaultAddressId: isNullOr(isNumber),
      defaultPaymentMethodId: isNumber,
      isLogged: isExactly(true)
    })
  )
})
const NOBODY: Of<typeof isAuth> = { version: 1, user: null }

/** Who is signed in here, without tokens; key `root:auth` (spec section 9). */
const $auth = savedStore('root:auth', isAuth, NOBODY)
/** Tokens the API handed out in a body, for as long as the page lives. */
const $handed = atom<{ accessToken?: string; refreshToken?: string }>({})
const $session = atom<Session>({ state: 'unknown' })

export { $session }
export const $user = computed($session, (session) => (session.state === 'user' ? session.user : null))

sessionHooks.session = () => ({ ...$handed.get(), isAuthenticated: $auth.get().user !== null, isAdult: $auth.get().user?.isAdult })
/** This page signs out just now: nobody is asked to come back. */
let leaving = false

sessionHooks.ended = () => {
  setUser(null)
  openModal('login')
}

/** What the API tells besides, such as a birth date or a tax id, has no place in a browser's storage. */
const kept = ({ id, firstName, lastName, email, phone, languageId, isAdult, ...rest }: User): User => {
  const { defaultAddressId, defaultPaymentMethodId, isLogged } = rest
  return { id, firstName, lastName, email, phone, languageId, isAdult, defaultAddressId, defaultPaymentMethodId, isLogged }
}

const setUser = (given: User | null): void => {
  const user = given && kept(given)
  $auth.set(user ? { version: 1, user } : NOBODY)
  show(user)
}

const show = (user: User | null): void => {
  if (!user) leave()
  const before = $session.get()
  if (before.state === 'user' && user && JSON.stringify(before.user) === JSON.stringify(user)) return
  if (before.state === 'guest' && !user) return
  const ended = before.state === 'user' && !leaving
  $session.set(user ? { state: 'user', user } : { state: 'guest', ...(ended && { ended }) })
  environment().emit('session:change')
}

/** Also when another tab signed out: tokens held here must not come back as its cookies, and an address of the account is nobody's here. */
const leave = (): void => {
  $handed.set({})
  if ($place.get().addressId !== null) clearLocation()
}

let restoring: Promise<Session> | null = null

/** Looks who is signed in: what was saved first; an access token without a saved person asks the API. Once a page. */
export const restoreSession = (): Promise<Session> => (restoring ??= restore())

const restore = async (): Promise<Session> => {
  // Other tabs sign in and out through the saved store. A page for everybody then just says "sign in" in its head; one that is a person's own asks (askBack).
  $auth.listen(({ user }) => show(user))
  const { user } = $auth.get()
  if (user) show(user)
  else if (!environment().tokens.access() || !(await loadMe().catch(ifRefused(null)))) show(null)
  return $session.get()
}

/** The person as the API knows them now. */
export const loadMe = async (): Promise<User> => {
  const user = await environment().call(auth.me)
  setUser(user)
  return user
}

/** The person changed themself. */
export const storeUser = (user: User): void => setUser(user)

/** After a code was right. */
export const enterSession = (signedIn: Omit<SignedIn, 'user'> & { user: User; refreshToken?: string }): void => {
  const { accessToken, refreshToken, expiresIn, user } = signedIn
  $handed.set({ accessToken, ...(refreshToken ? { refreshToken } : {}) })
  environment().tokens.keep(accessToken, expiresIn)
  setUser(user)
}

/** Unauthorized on user, address or campaign calls (spec section 8): signed out here and in all tabs. */
export const markSignedOut = (): void => {
  environment().tokens.drop()
  leaving = true
  setUser(null)
  leaving = false
}
