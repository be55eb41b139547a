import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ProofWays } from '#contract/credentials/calls.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { answerQuestion } from '#stores/modals.ts'
import { $proofCode, $proofWays, backToProofWays, loadProofWays, prove, sendProofCode } from '#stores/credentials/proof.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { PasswordField } from '#islands/ui/forms/PasswordField.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { CodeStep } from '#islands/auth/CodeStep.tsx'
import { failureText } from '#islands/auth/failure-text.ts'
import { Solving } from '#islands/auth/Solving.tsx'
import { useCooldownText } from '#islands/auth/use-cooldown-text.ts'
import styles from '#islands/auth/auth.module.css'

/** Asks the owner of the account for the password or a code to an own contact, before the account itself changes. */
export const ProveIdentity = ({ params }: ModalProps<'prove-identity'>) => {
  const t = useT('auth', 'states')
  const ways = useStore($proofWays)
  const code = useStore($proofCode)
  const state = useStore(prove.$state)
  useEffect(() => {
    typed('code', '')
    void loadProofWays()
    return () => {
      typed('code', '')
      for (const { reset } of [prove, sendProofCode]) reset()
    }
  }, [])
  const done = (proven: true | null): void => {
    if (proven) answerQuestion(params.ticket)
  }
  if (ways.state !== 'ready')
    return (
      <SheetContent title={t('auth:prove.title')}>
        {ways.state === 'loading' ? <Skeleton lines={3} /> : <Failed text={ways.failure.message} onRetry={() => void loadProofWays()} />}
      </SheetContent>
    )
  if (!code) return <Ways ways={ways.ways} onDone={done} />
  return (
    <CodeStep
      title={t('auth:prove.title')}
      action={t('auth:validation.submit')}
      state={state}
      sent={{ shown: code.contact, outboxUrl: code.outboxUrl }}
      onCode={async (pin) => done(await prove.submit({ type: code.type, pin }))}
      onTyping={prove.reset}
      onResend={() => void sendProofCode.submit(code.type)}
      backWords={t('auth:prove.otherWay')}
      onBack={backToProofWays}
    />
  )
}

const Ways = ({ ways, onDone }: { ways: ProofWays; onDone: (proven: true | null) => void }) => {
  const t = useT('auth', 'validation', 'modals')
  const [proving, sending] = [useStore(prove.$state), useStore(sendProofCode.$state)]
  const [cooldown, wait] = [useCooldownText(proving), useCooldownText(sending)]
  const { oldPassword } = useStore($draft)
  const [missing, setMissing] = useState(false)
  const isWrong = proving.state === 'failed' && proving.failure.type === 'USERNAME_OR_PASSWORD_WRONG'
  const submit = async (): Promise<void> => {
    setMissing(oldPassword === '')
    if (oldPassword !== '') onDone(await prove.submit({ password: oldPassword }))
  }
  return (
    <SheetContent
      title={t('auth:prove.title')}
      footer={
        ways.password && (
          <Button look="brand" type="submit" form="prove-identity" pending={proving.state === 'pending'}>
            {t('auth:validation.submit')}
          </Button>
        )
      }
    >
      <p className="muted">{t('auth:prove.text')}</p>
      {ways.password && (
        <Form id="prove-identity" onSubmit={submit}>
          <PasswordField
            label={t('auth:password.label')}
            error={missing ? t('validation:required') : (cooldown ?? (isWrong ? t('auth:password.wrong') : failureText(proving, t)))}
            value={oldPassword}
            onValue={(value) => {
              typed('oldPassword', value)
              setMissing(false)
              prove.reset()
            }}
            name="password"
            autoComplete="current-password"
            showWords={t('auth:password.show')}
            hideWords={t('auth:password.hide')}
            takesFocus
          />
        </Form>
      )}
      <div className={styles.more}>
        {ways.contacts.map(({ type, contact }) => (
          <Button
            key={type}
            look={ways.password ? 'quiet' : 'plain'}
            pending={sending.state === 'pending'}
            onClick={() => void sendProofCode.submit(type)}
          >
            {t('auth:prove.sendCode', { contact })}
          </Button>
        ))}
      </div>
      {!ways.password && ways.contacts.length === 0 && <p>{t('auth:prove.signInAgain')}</p>}
      <Solving />
      <p role="alert" className="muted">
        {wait ?? failureText(sending, t)}
      </p>
    </SheetContent>
  )
}
