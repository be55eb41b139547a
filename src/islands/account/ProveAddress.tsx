import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import { CODE_LENGTH } from '#domain/constants.ts'
import { Button } from '#islands/ui/Button.tsx'
import { CodeInput } from '#islands/ui/forms/CodeInput.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { AfterSignIn } from '#stores/auth/auth.ts'
import { $cooldown } from '#stores/auth/cooldown.ts'
import { openModal } from '#stores/modals.ts'
import { $proving, isVisitOver, linkByCode, sendLinkCode } from '#stores/sign-in/arrival.ts'
import type { TaskState } from '#stores/tasks.ts'
import { Solving } from '#islands/auth/Solving.tsx'
import { failureText } from '#islands/auth/failure-text.ts'
import styles from './profile.module.css'
import links from './deletion/AccountDeletion.module.css'

/** Confirms the e-mail address a provider returned with a code, before it gives access to an account. */
export const ProveAddress = ({ provider, after }: { provider: string; after: AfterSignIn }) => {
  const t = useT('social', 'auth', 'validation', 'modals')
  const sent = useStore($proving)
  const cooldown = useStore($cooldown)
  const [linking, sending] = [useStore(linkByCode.$state), useStore(sendLinkCode.$state)]
  const [pin, setPin] = useState('')
  const [short, setShort] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sent) box.current?.querySelector('input')?.focus()
  }, [sent])
  const isOver = [linking, sending].some((state: TaskState) => state.state === 'failed' && isVisitOver(state.failure))

  const link = async (code: string): Promise<void> => {
    setShort(code.length < CODE_LENGTH)
    if (code.length === CODE_LENGTH) await linkByCode.submit(code, after)
  }
  if (isOver)
    return (
      <div className={styles.form}>
        <p role="alert">{t('social:prove.over')}</p>
        <Button look="brand" onClick={() => openModal('login', after)}>
          {t('social:arrive.signIn')}
        </Button>
      </div>
    )
  return (
    <Form onSubmit={() => (sent ? link(pin) : sendLinkCode.submit())}>
      <div ref={box} className={styles.form}>
        <h2 className={styles.title}>{t('social:prove.title')}</h2>
        <p className="muted">{t('social:prove.text', { provider })}</p>
        <Solving />
        {sent && (
          <CodeInput
            label={t('social:prove.code')}
            hint={t('social:prove.sent', { contact: sent.contact })}
            error={short ? t('validation:codeLength') : failureText(linking, t)}
            value={pin}
            onValue={(value) => {
              setPin(value)
              setShort(false)
              linkByCode.reset()
            }}
            onComplete={(code) => void link(code)}
          />
        )}
        <p className={styles.error} role="alert">
          {failureText(sending, t)}
        </p>
        <div className={styles.actions}>
          <Button look="brand" type="submit" pending={linking.state === 'pending' || sending.state === 'pending'}>
            {t(sent ? 'social:prove.submit' : 'social:prove.send')}
          </Button>
          {sent && (
            <Button look="quiet" disabled={cooldown > 0} onClick={() => void sendLinkCode.submit()}>
              {cooldown > 0 ? t('social:prove.wait', { seconds: cooldown }) : t('social:prove.again')}
            </Button>
          )}
          {sent?.outboxUrl && (
            <a className={links.link} href={sent.outboxUrl} target="_blank" rel="noreferrer">
              {t('social:prove.outbox')}
            </a>
          )}
        </div>
      </div>
    </Form>
  )
}
