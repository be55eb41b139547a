import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { PinType } from '#domain/enums.ts'
import type { User } from '#contract/auth.ts'
import { announce } from '#stores/announce.ts'
import { afterSignIn, login, register, startOver, type AfterSignIn } from '#stores/auth.ts'
import { $needsName, $sent, checkPin } from '#stores/pin.ts'
import { useT } from '#islands/ui/locale.ts'
import { CodeStep } from './CodeStep.tsx'
import { ContactStep } from './ContactStep.tsx'
import { NameStep } from './NameStep.tsx'

interface SignInProps {
  title: string
  intro: string
  accept: 'any' | PinType
  contact?: string | undefined
  after: AfterSignIn
  close: () => void
}

/** Contact, code, and for a new person the name: the one way in, whatever modal shows it. */
export const SignIn = ({ title, intro, accept, contact, after, close }: SignInProps) => {
  const t = useT('auth')
  const sent = useStore($sent)
  const isNew = useStore($needsName)
  const loggingIn = useStore(login.$state)
  const checking = useStore(checkPin.$state)
  const [rightPin, setRightPin] = useState('')
  useEffect(() => startOver, [])

  const enter = (user: User): void => {
    void announce('auth:welcome', { name: user.firstName })
    close()
    afterSignIn(user, after)
  }
  const onCode = async (pin: string): Promise<void> => {
    if (isNew) {
      if (await checkPin.submit(pin)) setRightPin(pin)
      return
    }
    const user = await login.submit(pin)
    if (user === 'unknown') setRightPin(pin)
    else if (user) enter(user)
  }
  const onName = async (firstName: string, lastName: string): Promise<void> => {
    const user = await register.submit(rightPin, firstName, lastName)
    if (user) enter(user)
  }

  if (!sent) return <ContactStep title={title} intro={intro} accept={accept} initial={contact} />
  if (isNew && rightPin) return <NameStep onName={(first, last) => void onName(first, last)} />
  return (
    <CodeStep
      key={sent.contact}
      title={title}
      action={isNew ? t('auth:code.next') : t('auth:code.submit')}
      state={isNew ? checking : loggingIn}
      onCode={(pin) => void onCode(pin)}
      onTyping={() => {
        login.reset()
        checkPin.reset()
      }}
    />
  )
}
