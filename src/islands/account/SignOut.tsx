import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { ask } from '#stores/modals.ts'
import { $user, restoreSession } from '#stores/session.ts'
import { signOut } from '#stores/sign-out.ts'

const NOBODY = () => null
const leave = async (): Promise<void> => {
  if (await ask('signOut')) await signOut()
}

/** The end of the account's menu; nothing for guests. Its one word comes with the page. */
export const SignOut = ({ words }: { words: string }) => {
  const user = useStore($user, { ssr: NOBODY })
  useEffect(() => void restoreSession(), [])
  return user && <Button onClick={() => void leave()}>{words}</Button>
}
