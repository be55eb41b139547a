import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import type { CodeSent, User } from '#contract/auth/calls.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import type { SignInFailure } from '#contract/sign-in/calls.ts'
import { localeOfLanguageId } from '#domain/locale.ts'
import { ownPath } from '#domain/text/own-path.ts'
import { enterBy, pathAfterSignIn, type Account, type AfterSignIn } from '#stores/auth/auth.ts'
import { retryAfterOf, startCooldown } from '#stores/auth/cooldown.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, type Failure } from '#stores/errors.ts'
import { rememberLocale } from '#stores/locale.ts'
import { openModal } from '#stores/modals.ts'
import { resumePush } from '#stores/notifications/push-resume.ts'
import { $user, loadMe, restoreSession } from '#stores/auth/session.ts'
import { $providers, $socialFailure, loadProviders } from './providers.ts'
import { task } from '#stores/tasks.ts'

const FAILURES: readonly SignInFailure[] = ['permissions', 'no-email', 'failed', 'deactivated', 'taken']
const isFailureReason = (text: string | null): text is SignInFailure => FAILURES.some((why) => why === text)

/** State of the page a provider redirects back to: navigates on, asks for a code, or shows the failure. */
export type Arrival =
  | { state: 'waiting' }
  | { state: 'leaving'; to: string }
  | { state: 'prove'; provider: string; after: AfterSignIn }
  | { state: 'choose'; accounts: Account[]; after: AfterSignIn }
  | { state: 'failed'; after: AfterSignIn }

const $arrival = atom<Arrival>({ state: 'waiting' })
/** The code that proves ownership of the e-mail address a provider returned. */
const $proving = atom<CodeSent | null>(null)
export { $arrival, $proving }

/** Goes to the redirect, or home without one. */
const leadTo = (user: Pick<User, 'languageId'>, after: AfterSignIn): void => {
  rememberLocale(localeOfLanguageId(user.languageId))
  $arrival.set({ state: 'leaving', to: pathAfterSignIn(user, { redirect: '/', ...after }) ?? '/' })
}

/** Handles the URL parameters of the callback (see `signIn.callback`). A failure opens the sign-in dialog, which shows it. */
export const arrive = async (search: string): Promise<void> => {
  const query = new URLSearchParams(search)
  const redirect = ownPath(query.get('redirect'))
  const after: AfterSignIn = { ...(redirect ? { redirect } : {}), ...(query.get('enablePickup') === '1' ? { enablePickup: true } : {}) }
  if (!$providers.get()) await loadProviders()
  const provider = $providers.get()?.find(({ id }) => id === query.get('provider'))?.name ?? ''
  const isUser = (await restoreSession()).state === 'user'
  const fail = (why: SignInFailure): void => {
    $socialFailure.set({ why, provider })
    $arrival.set({ state: 'failed', after })
    // Linking a provider fails while signed in: the page shows it, no dialog is needed.
    if (!isUser) openModal('login', after)
  }
  if (query.get('signin') === 'link') return $arrival.set({ state: 'prove', provider, after })
  if (query.get('signin') === 'choose') {
    // Going back in the history after the choice: the user is signed in already.
    const user = $user.get()
    // The page shows every failure the same way.
    return user ? leadTo(user, after) : link({}, after).catch(() => fail('failed'))
  }
  if (query.get('signin') !== 'done') {
    const why = query.get('signin-error')
    return fail(isFailureReason(why) ? why : 'failed')
  }
  const user = await loadMe().catch(ifRefused(null))
  if (user) await resumePush()
  return user ? leadTo(user, after) : fail('failed')
}

/** The provider visit that waits for a code has expired; only a new one helps. */
export const isVisitOver = (failure: Failure): boolean => failure.type === 'SOCIAL_DATA_UNAVAILABLE'

export const sendLinkCode = task(async (): Promise<CodeSent> => {
  try {
    const sent = await environment().call(signIn.sendLinkCode)
    startCooldown(sent.retryAfter)
    $proving.set(sent)
    return sent
  } catch (cause) {
    if (isFailure(cause, 'TOO_MANY_REQUESTS')) startCooldown(retryAfterOf(cause))
    throw cause
  }
})

/** Signs in by the proven e-mail address; of several accounts one is chosen in the dialog shared with codes and passwords. */
const link = async (body: { pin?: string }, after: AfterSignIn): Promise<void> => {
  const entered = await enterBy((accountId) =>
    environment().call(signIn.link, { body: { ...body, ...(accountId === undefined ? {} : { accountId }) } })
  )
  if (!('accounts' in entered)) return leadTo(entered, after)
  $arrival.set({ state: 'choose', accounts: entered.accounts, after })
  chooseAgain()
}

/** Opens the account choice again after it was closed. */
export const chooseAgain = (): void => {
  const arrival = $arrival.get()
  if (arrival.state === 'choose') openModal('choose-account', { redirect: '/', ...arrival.after, accounts: arrival.accounts })
}

export const linkByCode = task(async (pin: string, after: AfterSignIn): Promise<true> => {
  await link({ pin }, after)
  return true
})
