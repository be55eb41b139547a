import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { ask } from '#stores/modals.ts'
import { $user, restoreSession } from '#stores/auth/session.ts'
import { askBack, checkSession } from '#stores/auth/session-check.ts'
import { signOut } from '#stores/auth/sign-out.ts'

const NOBODY = () => null
const leave = async (): Promise<void> => {
  if (await ask('signOut')) await signOut()
}

/**
 * Sign-out at the end of the account menu; renders nothing for guests. As it is on every account page, it also checks whether the session
 * is valid, and prompts for sign-in when it ended elsewhere. Its label is a prop.
 */
export const SignOut = ({ words }: { words: string }) => {
  const user = useStore($user, { ssr: NOBODY })
  useEffect(() => {
    void restoreSession()
    const stop = askBack()
    const check = (): void => {
      if (!document.hidden) void checkSession()
    }
    document.addEventListener('visibilitychange', check)
    addEventListener('focus', check)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', check)
      removeEventListener('focus', check)
    }
  }, [])
  return user && <Button onClick={() => void leave()}>{words}</Button>
}
