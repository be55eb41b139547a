import { atom } from 'nanostores'
import * as auth from '#contract/auth/calls.ts'
import type { AccountsToChoose, Credentials, Profile, SignedIn, User } from '#contract/auth/calls.ts'
import { LANGUAGE_IDS, localeOfLanguageId } from '#domain/locale.ts'
import { ownPath } from '#domain/text/own-path.ts'
import { normalizeTin } from '#domain/tin.ts'
import { clearDraft } from './auth-draft.ts'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'
import { pathIn, rememberLocale } from '#stores/locale.ts'
import { $sent, checkCode, clearCode, sendCode, sentContact, setSent, type Contact } from './code.ts'
import { resumePush } from '#stores/notifications/push-resume.ts'
import { $session, enterSession } from './session.ts'
import { isFlag, isListOf, isNullOr, isNumber, isShape, isText } from '#stores/shape.ts'
import { task } from '#stores/tasks.ts'

export type Account = AccountsToChoose['accounts'][number]
/** Several accounts have this contact (code 416): the user chooses one. */
export interface ToChoose {
  accounts: Account[]
}
export type Entered = Profile | ToChoose

const isToChoose = isShape({ accounts: isListOf(isShape({ id: isNumber, isCompany: isFlag, name: isText, contact: isNullOr(isText) })) })

/** Repeats the sign-in call with the chosen account. */
const $choosing = atom<((accountId: number) => Promise<SignedIn>) | null>(null)

/** Signs in with a call that may require choosing an account. */
export const enterBy = async (call: (accountId?: number) => Promise<SignedIn>): Promise<Entered> => {
  try {
    return await enter(await call())
  } catch (cause) {
    if (!isFailure(cause, 'CHOOSE_ACCOUNT') || !isToChoose(cause.data)) throw cause
    $choosing.set(call)
    return cause.data
  }
}

const enter = async (signedIn: SignedIn): Promise<Profile> => {
  const before = $session.get()
  enterSession(signedIn)
  clearDraft(before.state === 'guest' && before.ended)
  await resumePush()
  return signedIn.user
}

const enterWith = (credentials: Credentials): Promise<Entered> =>
  enterBy((accountId) => environment().call(auth.login, { body: { ...credentials, ...(accountId === undefined ? {} : { accountId }) } }))

/** Signs in with the code. 'unknown': the code is correct but no account has this contact, so a name is requested. */
export const login = task(async (pin: string): Promise<Entered | 'unknown'> => {
  try {
    return await enterWith({ ...sentContact(), pin })
  } catch (cause) {
    const sent = $sent.get()
    if (!isFailure(cause, 'NEED_TO_REGISTER', 'USER_NOT_FOUND') || !sent) throw cause
    setSent({ ...sent, known: false })
    return 'unknown'
  }
})

export const loginByPassword = task((contact: Contact, password: string) => enterWith({ ...contact, password }))

/** Signs in to one of the offered accounts; null after a reload, when none are offered. */
export const chooseAccount = task(async (accountId: number): Promise<Profile | null> => {
  const call = $choosing.get()
  if (!call) return null
  const profile = await enter(await call(accountId))
  $choosing.set(null)
  return profile
})
export { $choosing }

/** Additional fields of a company (spec section 5). */
export interface NewCompany {
  companyName: string
  tin: string
  password: string
}

export const register = task(async (pin: string, firstName: string, lastName: string, company?: NewCompany): Promise<Profile> => {
  const names = { firstName: firstName.trim(), ...(lastName.trim() ? { lastName: lastName.trim() } : {}) }
  const business = company && { ...company, companyName: company.companyName.trim(), tin: normalizeTin(company.tin) ?? company.tin }
  const languageId = LANGUAGE_IDS[environment().locale]
  return enter(await environment().call(auth.register, { body: { ...sentContact(), pin, languageId, ...names, ...business } }))
})

/** Resets the sign-in to the first step. */
export const startOver = (): void => {
  clearCode()
  for (const { reset } of [sendCode, checkCode, login, loginByPassword, chooseAccount, register]) reset()
}

export interface AfterSignIn {
  /** Path of the own origin to go to; without it the current page, without a reload. */
  redirect?: string
  enablePickup?: boolean
}

/** The redirect path in the user's language with `from=login` (spec sections 2, 4); null without a redirect. */
export const pathAfterSignIn = ({ languageId }: Pick<User, 'languageId'>, { redirect, enablePickup }: AfterSignIn): string | null => {
  const path = ownPath(redirect)
  if (!path) return null
  const [place = '/', fragment] = pathIn(localeOfLanguageId(languageId), path).split('#')
  const [pathname = '/', query = ''] = place.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('from', 'login')
  if (enablePickup) parameters.set('enablePickup', '1')
  return `${pathname}?${parameters}${fragment ? `#${fragment}` : ''}`
}

/**
 * Navigates after sign-in. Without a redirect the page stays, as it follows the session, and reloads only when the user's language differs.
 */
export const afterSignIn = (user: Pick<User, 'languageId'>, after: AfterSignIn): void => {
  startOver()
  const { locale, navigate, path } = environment()
  const own = localeOfLanguageId(user.languageId)
  rememberLocale(own)
  const to = pathAfterSignIn(user, after.redirect === undefined ? { ...after, redirect: path() } : after)
  if (to && (after.redirect !== undefined || own !== locale)) navigate(to)
}
