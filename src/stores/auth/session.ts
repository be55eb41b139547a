import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as auth from '#contract/auth/calls.ts'
import type { SignedIn, User } from '#contract/auth/calls.ts'
import { ADULT_COOKIE } from '#domain/constants.ts'
import { challengeHook, environment, sessionHooks } from '#stores/environment.ts'
import { openModal } from '#stores/modals.ts'
import { $location, clearLocation } from '#stores/addresses/location.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isFlag, isNullOr, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

/** unknown: not restored yet (every first render); guest, `ended` when the session ended while the page was open, on the server or in another tab; user. */
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

/** The signed-in user, without tokens; key `root:auth` (spec section 9). */
const $auth = savedStore('root:auth', isAuth, NOBODY)
/** Tokens returned in response bodies; in memory only. */
const $memoryTokens = atom<{ accessToken?: string; refreshToken?: string }>({})
const $session = atom<Session>({ state: 'unknown' })

export { $session }
export const $user = computed($session, (session) => (session.state === 'user' ? session.user : null))

sessionHooks.session = () => ({ ...$memoryTokens.get(), isAuthenticated: $auth.get().user !== null, isAdult: $auth.get().user?.isAdult })
/** Any call may be asked for a puzzle, where neighbours have filled its network. */
challengeHook.solve = async (challenge) => (await import('./challenge.ts')).solve(challenge)
/** This page is signing out, so no sign-in prompt follows. */
let isSigningOut = false

/** A call that was refused because this page signed out, or after it did, asks nobody to sign in again. */
sessionHooks.ended = () => {
  const isExpected = isSigningOut || $session.get().state === 'guest'
  setUser(null)
  if (!isExpected) openModal('login')
}

/** Picks the fields to store: personal data such as birth date or tax id must not be in browser storage. */
const storedFields = ({ id, firstName, lastName, email, phone, languageId, isAdult, ...rest }: User): User => {
  const { defaultAddressId, defaultPaymentMethodId, isLogged } = rest
  return { id, firstName, lastName, email, phone, languageId, isAdult, defaultAddressId, defaultPaymentMethodId, isLogged }
}

const setUser = (given: User | null): void => {
  const user = given && storedFields(given)
  $auth.set(user ? { version: 1, user } : NOBODY)
  show(user)
}

const show = (user: User | null): void => {
  if (!user) clearAccountState()
  const before = $session.get()
  if (before.state === 'user' && !user) environment().cookies.write(ADULT_COOKIE, '', 0)
  if (before.state === 'user' && user && JSON.stringify(before.user) === JSON.stringify(user)) return
  if (before.state === 'guest' && !user) return
  const ended = before.state === 'user' && !isSigningOut
  $session.set(user ? { state: 'user', user } : { state: 'guest', ...(ended && { ended }) })
  environment().emit('session:change')
}

/** Also runs when another tab signed out: tokens in memory must not be written back to cookies, and the account's address is cleared. */
const clearAccountState = (): void => {
  $memoryTokens.set({})
  if ($location.get().addressId !== null) clearLocation()
}

let restoring: Promise<Session> | null = null

/** Restores the session once per page: the saved user first; with only an access token it asks the API. */
export const restoreSession = (): Promise<Session> => (restoring ??= restore())

const restore = async (): Promise<Session> => {
  // Other tabs sign in and out through the saved store. Public pages then only update the header; account pages prompt (askBack).
  $auth.listen(({ user }) => show(user))
  const { user } = $auth.get()
  if (user) show(user)
  else if (!environment().tokens.access() || !(await inTime(loadMe().catch(ifRefused(null))))) show(null)
  return $session.get()
}

/** A page does not wait longer for who is signed in (spec section 9): it shows itself as to a guest, and follows a later answer. */
const RESTORE_MS = 5_000
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => void environment().later(RESTORE_MS, () => resolve(null)))])

/** Loads the user from the API and stores it. */
export const loadMe = async (): Promise<User> => {
  const user = await environment().call(auth.me)
  setUser(user)
  askAge(user)
  return user
}

/** Asks for the age where it was never answered and the page has restricted products (spec section 4). */
export const askAge = ({ isAdult }: Pick<User, 'isAdult'>): void => {
  if (isAdult === null && environment().hasVeiledProducts()) openModal('age-confirmation')
}

/** Stores the user after a profile change. */
export const storeUser = (user: User): void => setUser(user)

/** Stores tokens and user after a successful sign-in. */
export const enterSession = (signedIn: Omit<SignedIn, 'user'> & { user: User; refreshToken?: string }): void => {
  const { accessToken, refreshToken, expiresIn, user } = signedIn
  $memoryTokens.set({ accessToken, ...(refreshToken ? { refreshToken } : {}) })
  environment().tokens.save(accessToken, expiresIn)
  setUser(user)
}

/** Signs out here and in all tabs, after UNAUTHORIZED on user, address or campaign calls (spec section 8). */
export const markSignedOut = (): void => {
  environment().tokens.clear()
  isSigningOut = true
  setUser(null)
  isSigningOut = false
}

/** Runs `work`, which ends the session on the server, and signs out here whatever it answers. */
export const signingOut = async (work: () => Promise<unknown>): Promise<void> => {
  isSigningOut = true
  try {
    await work()
  } finally {
    markSignedOut()
  }
}
