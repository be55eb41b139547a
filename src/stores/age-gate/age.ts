import * as auth from '#contract/auth/calls.ts'
import { ADULT_COOKIE } from '#domain/constants.ts'
import { localePath } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { answerQuestion, closeAllModals } from '#stores/modals.ts'
import { $user, storeUser, restoreSession } from '#stores/auth/session.ts'
import { task } from '#stores/tasks.ts'

const DAY = 86_400

/**
 * What somebody says of their age (spec section 4). A guest's word is a cookie for a day, and who is too young is led home. A person's profile
 * is changed and the page loads anew; where a product waits to be added (`ticket`), whoever asked does that afterwards.
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
