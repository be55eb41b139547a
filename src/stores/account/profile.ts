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

const $known = atom<{ state: 'loading' } | { state: 'ready'; profile: Profile } | { state: 'failed'; failure: Failure }>({
  state: 'loading'
})

/** The person signed in as they see themself, fresh from the API; follows who is signed in. */
export const $profile = computed([$session, $known], (session, known): OwnProfile => {
  // A session that ended under the page: what was typed waits until its person is back.
  if (session.state === 'guest')
    return session.ended && known.state === 'ready' ? { state: 'signedOut', waiting: known.profile } : { state: 'signedOut' }
  // Somebody else signed in meanwhile: theirs is on its way.
  if (session.state === 'user' && known.state === 'ready' && known.profile.id !== session.user.id) return { state: 'loading' }
  return known
})

export const storeProfile = (profile: Profile): void => {
  $known.set({ state: 'ready', profile })
  storeUser(profile)
}

export const loadProfile = async (): Promise<void> => {
  if ($session.get().state !== 'user') return
  try {
    storeProfile(await environment().call(auth.me))
  } catch (cause) {
    // Unauthorized on user calls signs out (spec section 8).
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    else $known.set({ state: 'failed', failure: failureOf(cause) })
  }
}

let following = false

/** From now on the profile keeps in step with who is signed in; once a page, however many islands ask. */
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

/** A company's name and tax id; `null` makes a person again. A tax id that exists is said by name (spec section 5). */
export const saveCompany = task(async (company: { companyName: string; tin: string } | null): Promise<Profile | 'alreadyExistsTin'> => {
  try {
    return await change(company ?? { companyName: null, tin: null })
  } catch (cause) {
    if (isFailure(cause, 'TIN_EXISTS')) return 'alreadyExistsTin'
    throw cause
  }
})

/** The language of the shop and, for a person, of what the shop writes to them; the page comes anew in it. */
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
