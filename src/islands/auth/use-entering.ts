import { useEffect, useState } from 'react'
import { announce } from '#stores/announce.ts'
import { afterSignIn, startOver, type AfterSignIn, type Entered } from '#stores/auth/auth.ts'
import { openModal, replaceModal } from '#stores/modals.ts'
import { $session } from '#stores/auth/session.ts'

const hasEnded = (): boolean => {
  const session = $session.get()
  return session.state === 'guest' && session.ended === true
}

/** Goods for adults whose veil is not lifted. */
const VEILED = '[data-adult=""]'

/**
 * What follows a right code or password: one of several accounts is chosen, or the dialog closes and the page goes on. Whoever was never asked
 * for their age is, where it shows (spec section 4). Signed in by another tab, the dialog closes as well.
 */
export const useEntering = (after: AfterSignIn, close: () => void): ((result: Entered) => void) => {
  const [isBack] = useState(hasEnded)
  useEffect(
    () =>
      $session.listen((session, before) => {
        if (session.state === 'user' && before?.state === 'guest') close()
      }),
    [close]
  )
  return (result) => {
    if ('accounts' in result) return replaceModal('choose-account', { ...after, accounts: result.accounts })
    void announce('auth:welcome', { name: result.firstName })
    close()
    // Back on the page that the session ended under, with all that was typed there: it is not left for its language.
    if (isBack && !after.redirect) startOver()
    else afterSignIn(result, after)
    if (result.isAdult === null && !after.redirect && document.querySelector(VEILED)) openModal('age-confirmation')
  }
}
