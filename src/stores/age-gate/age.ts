import * as auth from '#contract/auth/calls.ts'
import { ADULT_COOKIE } from '#domain/constants.ts'
import { localePath } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { answerQuestion, closeAllModals } from '#stores/modals.ts'
import { $user, storeUser, restoreSession } from '#stores/auth/session.ts'
import { task } from '#stores/tasks.ts'

const DAY = 86_400

/**
 * Answers the age question (spec section 4). A guest's answer is a cookie for a day; a minor is sent to the home page. A user's answer is
 * saved in the profile and the page reloads; with a `ticket` the asking code adds its product and reloads afterwards.
 */
export const answerAge = task(async (isAdult: boolean, ticket?: number): Promise<true> => {
  const { call, cookies, emit, locale, navigate, path } = environment()
  await restoreSession()
  const user = $user.get()
  if (user) storeUser(await call(auth.change, { body: { isAdult } }))
  else cookies.write(ADULT_COOKIE, isAdult ? '1' : '0', DAY)
  const home = localePath(locale, '/')
  if (!isAdult) navigate(user ? path() : home)
  else if (ticket !== undefined) answerQuestion(ticket)
  else if (user) navigate(path())
  else closeAllModals()
  emit('age:change')
  return true
})
