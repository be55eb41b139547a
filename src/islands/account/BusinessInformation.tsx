import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/auth/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { isTinLongEnough, normalizeTin } from '#domain/tin.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { saveCompany } from '#stores/account/profile.ts'
import { EditForm } from './EditForm.tsx'
import { failureWords } from './failure-words.ts'
import { Own } from './Own.tsx'
import { Row } from './Row.tsx'
import { useEditing } from './use-editing.ts'
import styles from './profile.module.css'

/** Company data of the account (spec sections 3 and 6). */
export const BusinessInformation = ({ locale }: { locale: Locale }) => (
  <Own locale={locale}>{(profile) => <Company profile={profile} />}</Own>
)

const Company = ({ profile }: { profile: Profile }) => {
  const t = useT('account', 'states')
  const state = useStore(saveCompany.$state)
  const { isEditing, setEditing, ref } = useEditing()
  if (isEditing)
    return (
      <section ref={ref} className={styles.card}>
        <CompanyFields profile={profile} onDone={() => setEditing(false)} />
      </section>
    )
  return (
    <section ref={ref} className={styles.card}>
      <p className="muted">{t('account:business.text')}</p>
      {profile.isCompany && (
        <div>
          <Row label={t('account:business.name')} value={profile.companyName} />
          <Row label={t('account:business.tin')} value={profile.tin} />
        </div>
      )}
      <div className={styles.actions}>
        <Button look={profile.isCompany ? 'plain' : 'brand'} onClick={() => setEditing(true)}>
          {t(profile.isCompany ? 'account:change' : 'account:business.become')}
        </Button>
        {profile.isCompany && (
          <Button look="quiet" pending={state.state === 'pending'} onClick={() => void saveCompany.submit(null)}>
            {t('account:business.remove')}
          </Button>
        )}
      </div>
      <p className={styles.error} role="alert">
        {failureWords(state, t)}
      </p>
    </section>
  )
}

const CompanyFields = ({ profile, onDone }: { profile: Profile; onDone: () => void }) => {
  const t = useT('account', 'validation', 'states')
  const state = useStore(saveCompany.$state)
  const [companyName, setName] = useState(profile.companyName ?? '')
  const [tin, setTin] = useState(profile.tin ?? '')
  const [nameFault, setNameFault] = useState(false)
  const [tinFault, setTinFault] = useState<'required' | 'tin' | 'alreadyExistsTin' | null>(null)
  const refused = state.state === 'failed' ? state.failure.field : undefined

  const save = async (): Promise<unknown> => {
    const clean = normalizeTin(tin)
    const fault = tin.trim() === '' ? 'required' : clean === null || !isTinLongEnough(clean) ? 'tin' : null
    setNameFault(companyName.trim() === '')
    setTinFault(fault)
    if (fault || companyName.trim() === '' || !clean) return null
    const saved = await saveCompany.submit({ companyName: companyName.trim(), tin: clean })
    if (saved !== 'alreadyExistsTin') return saved
    setTinFault(saved)
    return null
  }
  const words = {
    required: t('validation:required'),
    tin: t('validation:tin'),
    alreadyExistsTin: t('account:business.alreadyExistsTin')
  }
  const ofName = refused === 'companyName' ? failureWords(state, t) : undefined
  const ofTin = refused === 'tin' ? failureWords(state, t) : undefined
  return (
    <EditForm state={state} fields={['companyName', 'tin']} onSave={save} onDone={onDone}>
      <Field
        label={t('account:business.name')}
        error={nameFault ? words.required : ofName}
        value={companyName}
        onChange={({ target }) => {
          setName(target.value)
          setNameFault(false)
          saveCompany.reset()
        }}
        name="organization"
        autoComplete="organization"
        maxLength={120}
        required
      />
      <Field
        label={t('account:business.tin')}
        error={tinFault ? words[tinFault] : ofTin}
        value={tin}
        onChange={({ target }) => {
          setTin(target.value)
          setTinFault(null)
          saveCompany.reset()
        }}
        name="tin"
        inputMode="numeric"
        maxLength={40}
        required
      />
    </EditForm>
  )
}
