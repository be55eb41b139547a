import { atom, computed } from 'nanostores'
import * as auth from '#contract/auth/calls.ts'
import type { PersonChange, Profile } from '#contract/auth/calls.ts'
import { LANGUAGE_IDS, type Locale } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { followLanguage, pathIn, rememberLocale } from '#stores/locale.ts'
import { $session, storeUser, markSignedOut, restoreSession } from '#stores/auth/session.ts'
import { task } from '#stores/tasks.ts'

export type OwnProfile =
  | { state: 'loading' }
  | { state: 'signedOut'; waiting?: Profile }
  | { state: 'ready'; profile: Profile }
  | { state: 'failed'; failure: Failure }

const $loaded = atom<{ state: 'loading' } | { state: 'ready'; profile: Profile } | { state: 'failed'; failure: Failure }>({
  state: 'loading'
})

/** The signed-in user's full profile from the API; follows the session. */
export const $profile = computed([$session, $loaded], (session, loaded): OwnProfile => {
  // The session ended while the page was open: its inputs wait until the user signs in again.
  if (session.state === 'guest')
    return session.ended && loaded.state === 'ready' ? { state: 'signedOut', waiting: loaded.profile } : { state: 'signedOut' }
  // Another user signed in meanwhile: their profile is loading.
  if (session.state === 'user' && loaded.state === 'ready' && loaded.profile.id !== session.user.id) return { state: 'loading' }
  return loaded
})

export const storeProfile = (profile: Profile): void => {
  $loaded.set({ state: 'ready', profile })
  storeUser(profile)
}

export const loadProfile = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  try {
    storeProfile(await environment().call(auth.me))
  } catch (cause) {
    const failure = failureOf(cause, 'user')
    if (failure.type !== 'UNAUTHORIZED') $loaded.set({ state: 'failed', failure })
  }
}

let following = false

/** Reloads the profile whenever another user signs in. Subscribes once per page. */
export const followProfile = (): void => {
  void restoreSession()
  if (following) return
  following = true
  $session.subscribe((session, before) => {
    const isNew = session.state === 'user' && (before?.state !== 'user' || before.user.id !== session.user.id)
    if (isNew) void loadProfile()
  })
}

const change = async (body: PersonChange): Promise<Profile> => {
  try {
    const profile = await environment().call(auth.change, { body })
    storeProfile(profile)
    return profile
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    throw cause
  }
}

export const saveProfile = task(change)

/** Saves a company's name and tax id; `null` makes it a private account. Resolves to 'alreadyExistsTin' for a used tax id (spec section 5). */
export const saveCompany = task(async (company: { companyName: string; tin: string } | null): Promise<Profile | 'alreadyExistsTin'> => {
  try {
    return await change(company ?? { companyName: null, tin: null })
  } catch (cause) {
    if (isFailure(cause, 'TIN_EXISTS')) return 'alreadyExistsTin'
    throw cause
  }
})

/** Sets the language of the pages and, for a user, of messages; reloads the page in it. */
export const chooseLanguage = task(async (locale: Locale): Promise<Locale> => {
  const { navigate, path } = environment()
  const languageId = LANGUAGE_IDS[locale]
  if ($session.get().state === 'user') {
    await change({ languageId })
    followLanguage(languageId)
  } else {
    rememberLocale(locale)
    if (locale !== environment().locale) navigate(pathIn(locale, path()))
  }
  return locale
})
