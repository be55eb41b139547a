import { useEffect, useState } from 'react'
import { announce } from '#stores/announce.ts'
import { afterSignIn, startOver, type AfterSignIn, type Entered } from '#stores/auth/auth.ts'
import { replaceModal } from '#stores/modals.ts'
import { $session, askAge } from '#stores/auth/session.ts'

const hasEnded = (): boolean => {
  const session = $session.get()
  return session.state === 'guest' && session.ended === true
}

/**
 * Handles a successful sign-in: opens the account choice, or closes the dialog and navigates. Asks for the age where it was never answered and
 * the page has restricted products (spec section 4). Also closes when another tab signs in.
 */
export const useEntering = (after: AfterSignIn, close: () => void): ((result: Entered) => void) => {
  const [hadEnded] = useState(hasEnded)
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
    // The session had ended on this page: stay, to retain its inputs, even if the user's language differs.
    if (hadEnded && !after.redirect) startOver()
    else afterSignIn(result, after)
    if (!after.redirect) askAge(result)
  }
}
