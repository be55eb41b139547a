import type { ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { Form } from '#islands/ui/forms/Form.tsx'
import { useT } from '#islands/ui/locale.ts'
import { announce } from '#stores/announce.ts'
import type { TaskState } from '#stores/tasks.ts'
import { failureWords } from './failure-words.ts'
import styles from './profile.module.css'

interface EditFormProps {
  state: TaskState
  /** Fields that show the API's errors themselves. */
  fields: readonly string[]
  /** Resolves to a falsy value when refused; the inputs stay. */
  onSave: () => Promise<unknown>
  onDone: () => void
  children: ReactNode
}

/** Form of a part of the profile: saves and announces, or cancels. Errors without a field are shown above the buttons. */
export const EditForm = ({ state, fields, onSave, onDone, children }: EditFormProps) => {
  const t = useT('account', 'states')
  const isOfField = state.state === 'failed' && fields.includes(state.failure.field ?? '')
  const save = async (): Promise<void> => {
    if (!(await onSave())) return
    void announce('account:changed')
    onDone()
  }
  return (
    <Form className={styles.form} onSubmit={save}>
      {children}
      <p className={styles.error} role="alert">
        {!isOfField && failureWords(state, t)}
      </p>
      <div className={styles.actions}>
        <Button look="brand" type="submit" pending={state.state === 'pending'}>
          {t('account:saveChanges')}
        </Button>
        <Button onClick={onDone}>{t('account:cancelEdit')}</Button>
      </div>
    </Form>
  )
}
