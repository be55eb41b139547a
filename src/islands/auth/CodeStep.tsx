import { useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { CODE_LENGTH } from '#domain/constants.ts'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { $cooldown, resendCode, sendCode, stepBack } from '#stores/auth/code.ts'
import type { TaskState } from '#stores/tasks.ts'
import { Button } from '#islands/ui/Button.tsx'
import { CodeInput } from '#islands/ui/forms/CodeInput.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'
import { Solving } from './Solving.tsx'
import styles from './auth.module.css'

interface CodeStepProps {
  title: string
  /** Label of the button. */
  action: string
  state: TaskState
  /** The sent code. */
  sent: { shown: string; outboxUrl: string | null }
  onCode: (pin: string) => Promise<void>
  onTyping: () => void
  onResend?: () => void
  /** Label of the button back to the contact; without it there is none. */
  backWords?: string
  onBack?: () => void
  /** More fields of the form; disables submitting on the last digit. */
  children?: ReactNode
}

/** Asks for the six digits and submits on the last one. Resending shows the remaining cooldown. */
export const CodeStep = ({ title, action, state, sent, onCode, onTyping, children, ...ways }: CodeStepProps) => {
  const t = useT('auth', 'validation', 'modals')
  const { onResend = () => void resendCode(), backWords = t('auth:code.other'), onBack = stepBack } = ways
  const cooldown = useStore($cooldown)
  const resending = useStore(sendCode.$state)
  const { code } = useStore($draft)
  const [short, setShort] = useState(false)
  const submit = async (): Promise<void> => {
    setShort(code.length < CODE_LENGTH)
    // The same wrong code is not sent again: attempts are limited.
    const isRefused = state.state === 'failed' && state.failure.type === 'PIN_INCORRECT_OR_EXPIRED'
    if (code.length === CODE_LENGTH && !isRefused) await onCode(code)
  }
  return (
    <SheetContent
      title={title}
      footer={
        <Button look="brand" type="submit" form="code-step" pending={state.state === 'pending'}>
          {action}
        </Button>
      }
    >
      <Form id="code-step" className={styles.form} onSubmit={submit}>
        <CodeInput
          label={t('auth:code.label')}
          hint={t('auth:code.sent', { contact: sent.shown })}
          error={short ? t('validation:codeLength') : (failureText(state, t) ?? failureText(resending, t))}
          value={code}
          onValue={(next) => {
            typed('code', next)
            setShort(false)
            onTyping()
          }}
          onComplete={(complete) => {
            if (!children) void onCode(complete)
          }}
        />
        {sent.outboxUrl && (
          <a className={styles.link} href={sent.outboxUrl} target="_blank" rel="noreferrer">
            {t('auth:code.outbox')}
          </a>
        )}
        {children}
        <Solving />
        <div className={styles.more}>
          <Button look="quiet" disabled={cooldown > 0} pending={resending.state === 'pending'} onClick={onResend}>
            {cooldown > 0 ? t('auth:code.wait', { seconds: cooldown }) : t('auth:code.again')}
          </Button>
          <Button look="quiet" onClick={onBack}>
            {backWords}
          </Button>
        </div>
      </Form>
    </SheetContent>
  )
}
