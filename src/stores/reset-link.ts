import { localePath } from '#domain/locale.ts'
import { environment } from './environment.ts'
import { openModal } from './modals.ts'

let token: string | null = null

/** Keeps the token of the mail's link for as long as the page lives. */
export const readResetLink = (search: string): void => {
  token = new URLSearchParams(search).get('token')
}

/** The new password by the link; without a link the mail is asked for first. Signed in, it leads to the account. */
export const openReset = (): void => {
  const redirect = localePath(environment().locale, '/account')
  if (token) openModal('reset-password', { token, redirect })
  else openModal('forgot-password', { redirect })
}
