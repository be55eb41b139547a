import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/auth/calls.ts'
import { GENDERS, type Gender } from '#domain/enums.ts'
import { Select } from '#islands/ui/forms/Choice.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { saveProfile } from '#stores/account/profile.ts'
import { EditForm } from './EditForm.tsx'
import { failureWords } from './failure-words.ts'

/** Name, birthday and gender; the inputs stay after a refusal. */
export const PersonForm = ({ profile, onDone }: { profile: Profile; onDone: () => void }) => {
  const t = useT('account', 'validation', 'states')
  const state = useStore(saveProfile.$state)
  const [firstName, setFirst] = useState(profile.firstName)
  const [lastName, setLast] = useState(profile.lastName)
  const [birthDate, setBirth] = useState(profile.birthDate ?? '')
  const [gender, setGender] = useState<Gender | ''>(profile.gender ?? '')
  const [missing, setMissing] = useState(false)
  const refused = state.state === 'failed' ? state.failure.field : undefined

  const save = async (): Promise<unknown> => {
    setMissing(firstName.trim() === '')
    if (firstName.trim() === '') return null
    return saveProfile.submit({
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      birthDate: birthDate || null,
      gender: gender || null
    })
  }
  return (
    <EditForm state={state} fields={['firstName', 'lastName', 'birthDate']} onSave={save} onDone={onDone}>
      <Field
        label={t('account:first')}
        error={missing ? t('validation:required') : refused === 'firstName' ? failureWords(state, t) : undefined}
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
        error={refused === 'lastName' ? failureWords(state, t) : undefined}
        value={lastName}
        onChange={({ target }) => {
          setLast(target.value)
          saveProfile.reset()
        }}
        name="lastName"
        autoComplete="family-name"
        maxLength={60}
      />
      <Field
        label={t('account:birth')}
        error={refused === 'birthDate' ? t('account:birthWrong') : undefined}
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
    </EditForm>
  )
}
