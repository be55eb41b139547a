import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { CODE_LENGTH } from '#domain/constants.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { replaceModal } from '#stores/modals.ts'
import { $cooldown } from '#stores/auth/code.ts'
import { $resetMail, finishReset, requestReset, type ResetProof } from '#stores/credentials/password.ts'
import { Button } from '#islands/ui/Button.tsx'
import { CodeInput } from '#islands/ui/forms/CodeInput.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { failureText } from './failure-text.ts'
import { isProofOver, ResetForm } from './ResetForm.tsx'
import styles from './auth.module.css'

/** Resets a forgotten password by the mail's link (`token`), or by the code in the same mail. */
export const ResetPassword = ({ params, close }: ModalProps<'reset-password'>) => {
  const t = useT('auth', 'validation', 'modals')
  const mail = useStore($resetMail)
  const state = useStore(finishReset.$state)
  const cooldown = useStore($cooldown)
  const { code } = useStore($draft)
  const [short, setShort] = useState(false)
  const { token, ...after } = params
  const isOld = isProofOver(state)
  const proof = (): ResetProof | null => {
    if (token) return { token }
    setShort(code.length < CODE_LENGTH)
    return mail && code.length === CODE_LENGTH ? { email: mail.email, pin: code } : null
  }
  if (!token && !mail)
    return (
      <SheetContent
        title={t('auth:reset.title')}
        footer={
          <Button look="brand" onClick={() => replaceModal('forgot-password', after)}>
            {t('auth:forgot.submit')}
          </Button>
        }
      >
        <p>{t('auth:reset.noMail')}</p>
      </SheetContent>
    )
  return (
    <SheetContent
      title={t('auth:reset.title')}
      footer={
        <Button look="brand" type="submit" form="reset-form" pending={state.state === 'pending'}>
          {t('auth:reset.submit')}
        </Button>
      }
    >
      {mail && !token && <p className="muted">{t('auth:reset.sent', { contact: mail.contact })}</p>}
      {token && isOld && (
        <div className={styles.notice} role="alert">
          <p>{t('auth:reset.oldLink')}</p>
          <Button onClick={() => replaceModal('forgot-password', after)}>{t('auth:forgot.submit')}</Button>
        </div>
      )}
      <ResetForm id="reset-form" proof={proof} after={after} close={close} takesFocus={!!token}>
        {!token && mail && (
          <>
            <CodeInput
              label={t('auth:code.label')}
              error={short ? t('validation:codeLength') : isOld ? failureText(state, t) : undefined}
              value={code}
              onValue={(next) => {
                typed('code', next)
                setShort(false)
                finishReset.reset()
              }}
              onComplete={() => undefined}
            />
            {mail.outboxUrl && (
              <a className={styles.link} href={mail.outboxUrl} target="_blank" rel="noreferrer">
                {t('auth:code.outbox')}
              </a>
            )}
            <input type="text" hidden readOnly name="username" autoComplete="username" value={mail.email} />
          </>
        )}
      </ResetForm>
      {mail && !token && (
        <div className={styles.more}>
          <Button look="quiet" disabled={cooldown > 0} onClick={() => void requestReset.submit(mail.email)}>
            {cooldown > 0 ? t('auth:code.wait', { seconds: cooldown }) : t('auth:code.again')}
          </Button>
        </div>
      )}
    </SheetContent>
  )
}
