import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { AccountDeletion } from '#contract/account/calls.ts'
import type { CodeSent } from '#contract/auth/calls.ts'
import { CODE_LENGTH } from '#domain/constants.ts'
import { Button } from '#islands/ui/Button.tsx'
import { CodeInput } from '#islands/ui/forms/CodeInput.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { useT } from '#islands/ui/locale.ts'
import { PasswordField } from '#islands/ui/forms/PasswordField.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { requestDeletion, sendDeletionCode } from '#stores/account/deletion.ts'
import { Solving } from '#islands/auth/Solving.tsx'
import { failureWords } from '#islands/account/failure-words.ts'
import styles from './AccountDeletion.module.css'

interface DeletionProofProps {
  deletion: AccountDeletion
  code: CodeSent | null
  onBack: () => void
}

/** Requires the password, or a code to the account's contact: an unlocked device must not be enough to delete an account. */
export const DeletionProof = ({ deletion: { proof }, code: sent, onBack }: DeletionProofProps) => {
  const t = useT('privacy', 'auth', 'validation', 'states')
  const [asking, sending] = [useStore(requestDeletion.$state), useStore(sendDeletionCode.$state)]
  const [byPassword, setByPassword] = useState(proof.password)
  const [password, setPassword] = useState('')
  const [pin, setPin] = useState('')
  const [fault, setFault] = useState(false)
  const isWrongPassword = asking.state === 'failed' && asking.failure.type === 'USERNAME_OR_PASSWORD_WRONG'
  const failed = isWrongPassword ? t('auth:password.wrong') : failureWords(asking, t)
  const box = useRef<HTMLDivElement>(null)
  // The pressed button was replaced: the focus moves to the next input.
  useEffect(() => {
    if (byPassword || sent) box.current?.querySelector('input')?.focus()
  }, [sent, byPassword])

  const submit = async (): Promise<void> => {
    const isReady = byPassword ? password !== '' : pin.length === CODE_LENGTH
    setFault(!isReady)
    if (isReady) await requestDeletion.submit(byPassword ? { password } : { pin })
  }
  const change = (to: boolean): void => {
    setByPassword(to)
    setFault(false)
    requestDeletion.reset()
  }
  const needsCode = !byPassword && !sent
  return (
    <SheetContent
      title={t('privacy:deletion.proveTitle')}
      footer={
        <>
          <Button onClick={onBack}>{t('privacy:deletion.back')}</Button>
          {needsCode ? (
            <Button key="send" look="brand" pending={sending.state === 'pending'} onClick={() => void sendDeletionCode.submit()}>
              {t('privacy:deletion.sendCode', { contact: proof.contact ?? '' })}
            </Button>
          ) : (
            <Button key="submit" look="brand" type="submit" form="deletion-proof" pending={asking.state === 'pending'}>
              {t('privacy:deletion.submit')}
            </Button>
          )}
        </>
      }
    >
      <Form id="deletion-proof" onSubmit={submit}>
        <div ref={box} className={styles.form}>
          {byPassword && (
            <PasswordField
              label={t('privacy:deletion.password')}
              error={fault ? t('validation:required') : failed}
              value={password}
              onValue={(value) => {
                setPassword(value)
                setFault(false)
                requestDeletion.reset()
              }}
              name="password"
              autoComplete="current-password"
              showWords={t('auth:password.show')}
              hideWords={t('auth:password.hide')}
              takesFocus
            />
          )}
          {!byPassword && sent && (
            <CodeInput
              label={t('privacy:deletion.code')}
              hint={t('privacy:deletion.sent', { contact: sent.contact })}
              error={fault ? t('validation:codeLength') : failed}
              value={pin}
              onValue={(value) => {
                setPin(value)
                setFault(false)
                requestDeletion.reset()
              }}
              // Typing the last digit must not submit the deletion.
              onComplete={() => undefined}
            />
          )}
          {needsCode && (
            <p role="alert" className="muted">
              {failureWords(sending, t)}
            </p>
          )}
          <Solving />
          <div className={styles.ways}>
            {!byPassword && sent?.outboxUrl && (
              <a className={styles.link} href={sent.outboxUrl} target="_blank" rel="noreferrer">
                {t('privacy:deletion.outbox')}
              </a>
            )}
            {byPassword && proof.contact && (
              <Button look="quiet" onClick={() => change(false)}>
                {t('privacy:deletion.useCode')}
              </Button>
            )}
            {!byPassword && proof.password && (
              <Button look="quiet" onClick={() => change(true)}>
                {t('privacy:deletion.usePassword')}
              </Button>
            )}
          </div>
        </div>
      </Form>
    </SheetContent>
  )
}
