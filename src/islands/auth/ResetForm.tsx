import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { AfterSignIn } from '#stores/auth/auth.ts'
import { $draft, clearPasswords } from '#stores/auth/auth-draft.ts'
import { finishReset, type ResetProof } from '#stores/credentials/password.ts'
import type { TaskState } from '#stores/tasks.ts'
import { Form } from '#islands/ui/forms/Form.tsx'
import { useT } from '#islands/ui/locale.ts'
import { failureText } from './failure-text.ts'
import { NewPassword, passwordFault, type PasswordFault } from './NewPassword.tsx'
import { useEntering } from './use-entering.ts'
import styles from './auth.module.css'

/** The mail's link or code is wrong, expired or used. */
export const isProofOver = (state: TaskState): boolean => state.state === 'failed' && state.failure.type === 'PIN_INCORRECT_OR_EXPIRED'

interface ResetFormProps {
  id: string
  /** Returns the proof from the mail; null when incomplete, with the error shown at its field. */
  proof: () => ResetProof | null
  after: AfterSignIn
  close: () => void
  /** Called when the proof is no longer valid. */
  onOver?: () => void
  takesFocus?: boolean
  children?: ReactNode
}

/** Form for the new password, which signs in; the submit button is outside, by the form's id. */
export const ResetForm = ({ id, proof, after, close, onOver, takesFocus = false, children }: ResetFormProps) => {
  const t = useT('auth', 'validation', 'modals')
  const state = useStore(finishReset.$state)
  const [fault, setFault] = useState<PasswordFault>(null)
  const enter = useEntering(after, close)
  useEffect(() => clearPasswords, [])

  const submit = async (): Promise<void> => {
    const given = proof()
    setFault(passwordFault())
    if (!given || passwordFault()) return
    const entered = await finishReset.submit(given, $draft.get().password)
    if (entered) enter(entered)
    else if (isProofOver(finishReset.$state.get())) onOver?.()
  }
  const typing = (): void => {
    setFault(null)
    finishReset.reset()
  }
  return (
    <Form id={id} className={styles.form} onSubmit={submit}>
      {children}
      <NewPassword fault={fault} onTyping={typing} error={isProofOver(state) ? undefined : failureText(state, t)} takesFocus={takesFocus} />
    </Form>
  )
}
