import { useState, type SubmitEvent } from 'react'
import { useStore } from '@nanostores/react'
import { CODE_LENGTH } from '#domain/constants.ts'
import { startOver } from '#stores/auth.ts'
import { $cooldown, $sent, resendPin } from '#stores/pin.ts'
import type { TaskState } from '#stores/tasks.ts'
import { Button } from '#islands/ui/Button.tsx'
import { CodeInput } from '#islands/ui/CodeInput.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'
import styles from './CodeStep.module.css'

interface CodeStepProps {
  title: string
  /** Words of the button. */
  action: string
  state: TaskState
  onCode: (pin: string) => void
  onTyping: () => void
}

/** Six digits; sends itself when the last one is there. The resend waits for its cooldown. */
export const CodeStep = ({ title, action, state, onCode, onTyping }: CodeStepProps) => {
  const t = useT('auth', 'validation', 'modals')
  const sent = useStore($sent)
  const cooldown = useStore($cooldown)
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setShort(code.length < CODE_LENGTH)
    if (code.length === CODE_LENGTH) onCode(code)
  }
  const outbox = sent?.outboxUrl
  return (
    <SheetContent
      title={title}
      footer={
        <Button look="brand" type="submit" form="code-step" pending={state.state === 'pending'}>
          {action}
        </Button>
      }
    >
      <form id="code-step" onSubmit={submit} noValidate className={styles.form}>
        <CodeInput
          label={t('auth:code.label')}
          hint={t('auth:code.sent', { contact: sent?.masked ?? '' })}
          error={short ? t('validation:codeLength') : failureText(state, t)}
          value={code}
          onValue={(next) => {
            setCode(next)
            setShort(false)
            onTyping()
          }}
          onComplete={onCode}
        />
        {outbox && (
          <a className={styles.link} href={outbox} target="_blank" rel="noreferrer">
            {t('auth:code.outbox')}
          </a>
        )}
        <div className={styles.more}>
          <Button look="quiet" disabled={cooldown > 0} onClick={() => void resendPin()}>
            {cooldown > 0 ? t('auth:code.wait', { seconds: cooldown }) : t('auth:code.again')}
          </Button>
          <Button look="quiet" onClick={startOver}>
            {t('auth:code.other')}
          </Button>
        </div>
      </form>
    </SheetContent>
  )
}
