import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ContactType } from '#domain/enums.ts'
import { login, register, type AfterSignIn, type Entered } from '#stores/auth/auth.ts'
import { clearPasswords } from '#stores/auth/auth-draft.ts'
import { $needsName, $sent, checkCode } from '#stores/auth/code.ts'
import { openModal, replaceModal } from '#stores/modals.ts'
import { $session } from '#stores/auth/session.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { CodeStep } from './CodeStep.tsx'
import { ContactStep } from './ContactStep.tsx'
import { NameStep } from './NameStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SocialButtons } from './SocialButtons.tsx'
import { useEntering } from './use-entering.ts'
import styles from './auth.module.css'

interface SignInProps {
  title: string
  intro: string
  accept: 'any' | ContactType
  after: AfterSignIn
  close: () => void
  /** Offers sign-in by password and by social providers. */
  otherWays?: boolean
}

/** The sign-in steps of all modals: contact, code, and the name of a new user; or a password. */
export const SignIn = ({ title, intro, accept, after, close, otherWays = true }: SignInProps) => {
  const t = useT('auth')
  const session = useStore($session)
  const sent = useStore($sent)
  const isNew = useStore($needsName)
  const loggingIn = useStore(login.$state)
  const checking = useStore(checkCode.$state)
  const [byPassword, setByPassword] = useState(false)
  /** Signs in by code because no password was set; one is set afterwards. */
  const [setsPassword, setSetsPassword] = useState(false)
  const [rightPin, setRightPin] = useState('')
  const enter = useEntering(after, close)
  useEffect(() => clearPasswords, [])

  const entered = (result: Entered): void => {
    enter(result)
    if (setsPassword && !('accounts' in result)) openModal('password')
  }
  const onCode = async (pin: string): Promise<void> => {
    if (isNew) {
      if (await checkCode.submit(pin)) setRightPin(pin)
      return
    }
    const result = await login.submit(pin)
    if (result === 'unknown') setRightPin(pin)
    else if (result) entered(result)
  }
  const onName = async (firstName: string, lastName: string): Promise<void> => {
    const user = await register.submit(rightPin, firstName, lastName)
    if (user) enter(user)
  }
  const waiting = sent?.purpose === 'signIn' ? sent : null
  const hasEnded = session.state === 'guest' && session.ended

  if (waiting && isNew && rightPin) return <NameStep onName={onName} />
  if (waiting)
    return (
      <CodeStep
        key={waiting.contact}
        title={title}
        action={isNew ? t('auth:code.next') : t('auth:code.submit')}
        state={isNew ? checking : loggingIn}
        sent={waiting}
        onCode={onCode}
        onTyping={() => {
          login.reset()
          checkCode.reset()
        }}
      />
    )
  if (byPassword)
    return (
      <PasswordStep
        title={title}
        after={after}
        onEntered={enter}
        onCode={(insteadOfPassword) => {
          setByPassword(false)
          setSetsPassword(insteadOfPassword)
        }}
      />
    )
  return (
    <ContactStep title={title} intro={hasEnded ? t('auth:ended') : intro} accept={accept} purpose="signIn">
      {otherWays && (
        <>
          <div className={styles.more}>
            <Button look="quiet" onClick={() => setByPassword(true)}>
              {t('auth:withPassword')}
            </Button>
            <Button look="quiet" onClick={() => replaceModal('register', after)}>
              {t('auth:toRegister')}
            </Button>
          </div>
          <SocialButtons {...after} />
        </>
      )}
    </ContactStep>
  )
}
