import { useState, type SubmitEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/auth.ts'
import { GENDERS, type Gender } from '#domain/enums.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Select } from '#islands/ui/Choice.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { announce } from '#stores/announce.ts'
import { saveProfile } from '#stores/profile.ts'
import { failureWords } from './failure-words.ts'
import styles from './profile.module.css'

/** Name, birthday and gender; a refusal keeps what was typed. */
export const PersonForm = ({ profile, onDone }: { profile: Profile; onDone: () => void }) => {
  const t = useT('account', 'validation', 'states')
  const state = useStore(saveProfile.$state)
  const [firstName, setFirst] = useState(profile.firstName)
  const [lastName, setLast] = useState(profile.lastName)
  const [birthDate, setBirth] = useState(profile.birthDate ?? '')
  const [gender, setGender] = useState<Gender | ''>(profile.gender ?? '')
  const [missing, setMissing] = useState(false)
  const refusal = state.state === 'failed' ? state.failure : null
  const isOfBirth = refusal?.field === 'birthDate'

  const submit = async (): Promise<void> => {
    setMissing(firstName.trim() === '')
    if (firstName.trim() === '') return
    const body = { firstName: firstName.trim(), lastName: lastName.trim(), birthDate: birthDate || null, gender: gender || null }
    if (!(await saveProfile.submit(body))) return
    void announce('account:changed')
    onDone()
  }
  return (
    <section className={styles.card}>
      <form
        className={styles.form}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit()
        }}
        noValidate
      >
        <Field
          label={t('account:first')}
          error={missing ? t('validation:required') : isOfBirth ? undefined : failureWords(state, t)}
          value={firstName}
          onChange={({ target }) => {
            setFirst(target.value)
            setMissing(false)
            saveProfile.reset()
          }}
          name="firstName"
          autoComplete="given-name"
          maxLength={60}
          required
        />
        <Field
          label={t('account:last')}
          value={lastName}
          onChange={({ target }) => setLast(target.value)}
          name="lastName"
          autoComplete="family-name"
          maxLength={60}
        />
        <Field
          label={t('account:birth')}
          error={isOfBirth ? t('account:birthWrong') : undefined}
          value={birthDate}
          onChange={({ target }) => {
            setBirth(target.value)
            saveProfile.reset()
          }}
          type="date"
          min="1900-01-01"
          name="bday"
          autoComplete="bday"
        />
        <Select
          label={t('account:gender')}
          options={GENDERS.map((value) => ({ value, text: t(`account:genders.${value}`) }))}
          value={gender}
          empty={t('account:none')}
          onValue={setGender}
        />
        <div className={styles.actions}>
          <Button look="brand" type="submit" pending={state.state === 'pending'}>
            {t('account:saveChanges')}
          </Button>
          <Button onClick={onDone}>{t('account:cancelEdit')}</Button>
        </div>
      </form>
    </section>
  )
}
