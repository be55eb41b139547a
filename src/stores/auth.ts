import { auth, type User } from '#contract/auth.ts'
import { LANGUAGE_IDS } from '#domain/locale.ts'
import { environment } from './environment.ts'
import { isFailure } from './errors.ts'
import { followLanguage } from './locale.ts'
import { $sent, checkPin, sendPin, sentContact, setSent } from './pin.ts'
import { enterSession, markSignedOut } from './session.ts'
import { task } from './tasks.ts'

/** Signs in with the code; 'unknown': the code was right but nobody has this contact yet, so a name is asked for. */
export const login = task(async (pin: string): Promise<User | 'unknown'> => {
  try {
    const signedIn = await environment().call(auth.login, { body: { ...sentContact(), pin } })
    enterSession(signedIn)
    return signedIn.user
  } catch (cause) {
    const sent = $sent.get()
    if (!isFailure(cause, 'NEED_TO_REGISTER', 'USER_NOT_FOUND') || !sent) throw cause
    setSent({ ...sent, known: false })
    return 'unknown'
  }
})

export const register = task(async (pin: string, firstName: string, lastName: string): Promise<User> => {
  const names = { firstName: firstName.trim(), ...(lastName.trim() ? { lastName: lastName.trim() } : {}) }
  const languageId = LANGUAGE_IDS[environment().locale]
  const signedIn = await environment().call(auth.register, { body: { ...sentContact(), pin, languageId, ...names } })
  enterSession(signedIn)
  return signedIn.user
})

/** Another contact, from the beginning. */
export const startOver = (): void => {
  setSent(null)
  for (const { reset } of [sendPin, checkPin, login, register]) reset()
}

export interface AfterSignIn {
  /** Own path to lead to; without it the page stays. */
  redirect?: string
  enablePickup?: boolean
}

/** Leads where the modal was told to, marked `from=login` (spec section 2), else to this page in the person's own language. */
export const afterSignIn = (user: User, { redirect, enablePickup }: AfterSignIn): void => {
  startOver()
  if (!redirect || !/^\/(?!\/)/.test(redirect)) return followLanguage(user.languageId)
  const [path = '/', query = ''] = redirect.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('from', 'login')
  if (enablePickup) parameters.set('enablePickup', '1')
  environment().navigate(`${path}?${parameters}`)
}

/** Ends the session on the server and in every tab; errors are ignored (spec section 4). */
export const signOut = async (): Promise<void> => {
  await environment()
    .call(auth.signOut)
    .catch(() => undefined)
  markSignedOut()
}
