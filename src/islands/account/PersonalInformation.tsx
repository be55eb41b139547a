import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { formatDate } from '#i18n/dates.ts'
import { formatPhone } from '#domain/phone.ts'
import { instantOf } from '#domain/time/yerevan-time.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { openModal } from '#stores/modals.ts'
import { saveProfile } from '#stores/account/profile.ts'
import { Own } from './Own.tsx'
import { PersonForm } from './PersonForm.tsx'
import { Row } from './Row.tsx'
import { useEditing } from './use-editing.ts'
import styles from './profile.module.css'

/** Name, birthday, contacts confirmed by codes, and the answer to the age question. */
export const PersonalInformation = ({ locale }: { locale: Locale }) => (
  <Own locale={locale}>
    {(profile) => (
      <>
        <About profile={profile} />
        <Contacts profile={profile} />
        <Age profile={profile} />
      </>
    )}
  </Own>
)

const About = ({ profile }: { profile: Profile }) => {
  const t = useT('account')
  const { isEditing, setEditing, ref } = useEditing()
  const { firstName, lastName, birthDate, gender } = profile
  if (isEditing)
    return (
      <section ref={ref} className={styles.card}>
        <PersonForm profile={profile} onDone={() => setEditing(false)} />
      </section>
    )
  return (
    <section ref={ref} className={styles.card}>
      <div>
        <Row label={t('account:name')} value={[firstName, lastName].filter(Boolean).join(' ')}>
          <Button onClick={() => setEditing(true)}>{t('account:change')}</Button>
        </Row>
        <Row label={t('account:birth')} value={birthDate && formatDate(instantOf(birthDate, 0))} />
        <Row label={t('account:gender')} value={gender && t(`account:genders.${gender}`)} />
      </div>
    </section>
  )
}

const Contacts = ({ profile }: { profile: Profile }) => {
  const t = useT('account')
  const { email, phone, emailVerified, phoneVerified } = profile
  return (
    <section className={styles.card}>
      <div>
        <Row label={t('account:phone')} value={phone && formatPhone(phone)} confirmed={phoneVerified}>
          {phone && !phoneVerified && <Button onClick={() => openModal('account-validation')}>{t('account:confirm')}</Button>}
          <Change label={t('account:phone')} type="phone" isNew={!phone} />
        </Row>
        <Row label={t('account:email')} value={email} confirmed={emailVerified}>
          {email && !emailVerified && <Button onClick={() => openModal('verification-email')}>{t('account:confirm')}</Button>}
          <Change label={t('account:email')} type="email" isNew={!email} />
        </Row>
      </div>
    </section>
  )
}

const Change = ({ label, type, isNew }: { label: string; type: ContactType; isNew: boolean }) => {
  const t = useT('account')
  const words = t(isNew ? 'account:add' : 'account:change')
  return (
    <Button aria-label={`${words}: ${label}`} onClick={() => openModal('contact-info', { type })}>
      {words}
    </Button>
  )
}

const Age = ({ profile: { isAdult } }: { profile: Profile }) => {
  const t = useT('account')
  const state = useStore(saveProfile.$state)
  const said = isAdult === null ? t('account:age.unknown') : t(isAdult ? 'account:age.yes' : 'account:age.no')
  return (
    <section className={styles.card}>
      <Row label={t('account:age.title')} value={said}>
        {isAdult !== true && (
          <Button pending={state.state === 'pending'} onClick={() => void saveProfile.submit({ isAdult: true })}>
            {t('account:age.yes')}
          </Button>
        )}
        {isAdult !== false && (
          <Button
            look={isAdult === null ? 'quiet' : 'plain'}
            pending={state.state === 'pending'}
            onClick={() => void saveProfile.submit({ isAdult: false })}
          >
            {t('account:age.no')}
          </Button>
        )}
      </Row>
      <p className="muted">{t('account:age.text')}</p>
    </section>
  )
}
