import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { register } from '#stores/auth/auth.ts'
import { $draft, clearPasswords, typed } from '#stores/auth/auth-draft.ts'
import { $sent, checkCode } from '#stores/auth/code.ts'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { CodeStep } from './CodeStep.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { ContactStep } from './ContactStep.tsx'
import { RegisterTabs } from './RegisterTabs.tsx'
import { SignIn } from './SignIn.tsx'
import { useEntering } from './use-entering.ts'

/** Registers a person by code and name, or a company by name, tax id, contact and password. A known user is signed in instead. */
export const Register = ({ params, close }: ModalProps<'register'>) => {
  const t = useT('auth')
  const { isCompany } = useStore($draft)
  useEffect(() => {
    if (params.contact) typed('contact', params.contact)
  }, [params.contact])
  if (isCompany) return <RegisterCompany params={params} close={close} />
  return <RegisterPerson params={params} close={close} title={t('auth:register.title')} />
}

const RegisterPerson = ({ params, close, title }: ModalProps<'register'> & { title: string }) => {
  const t = useT('auth')
  const sent = useStore($sent)
  if (sent?.purpose === 'signIn') return <SignIn title={title} intro="" accept="any" after={params} close={close} />
  return <ContactStep title={title} intro={t('auth:register.intro')} accept="any" purpose="signIn" above={<RegisterTabs />} />
}

const RegisterCompany = ({ params, close }: ModalProps<'register'>) => {
  const t = useT('auth')
  const sent = useStore($sent)
  const checking = useStore(checkCode.$state)
  const registering = useStore(register.$state)
  /** A checked code stays valid for its contact when other fields are refused. */
  const [right, setRight] = useState<{ contact: string; pin: string } | null>(null)
  const enter = useEntering(params, close)
  useEffect(() => clearPasswords, [])

  const submit = async (pin: string): Promise<void> => {
    const { firstName, lastName, companyName, tin, password } = $draft.get()
    const profile = await register.submit(pin, firstName, lastName, { companyName, tin, password })
    if (profile) enter(profile)
  }
  const onCode = async (pin: string): Promise<void> => {
    if (!sent || !(await checkCode.submit(pin))) return
    setRight({ contact: sent.contact, pin })
    await submit(pin)
  }
  const waiting = sent?.purpose === 'signIn' ? sent : null
  if (!waiting || right?.contact === waiting.contact)
    return (
      <CompanyForm
        rightContact={waiting && right ? waiting.contact : null}
        onAgain={async () => {
          if (right) await submit(right.pin)
        }}
        onOtherContact={() => setRight(null)}
      />
    )
  return (
    <CodeStep
      title={t('auth:register.title')}
      action={t('auth:name.submit')}
      state={checking.state === 'idle' ? registering : checking}
      sent={waiting}
      onCode={onCode}
      onTyping={checkCode.reset}
    />
  )
}
