import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { NotificationSettings as Chosen, TopicSetting } from '#contract/notifications/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import { CHANNEL, TOPIC_CHANNELS, type Channel } from '#domain/notifications.ts'
import { SignInFirst } from '#islands/account/SignInFirst.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $settings, chooseChannels, choosePromotion, loadSettings } from '#stores/notifications/settings.ts'
import { openModal } from '#stores/modals.ts'
import { $user, restoreSession } from '#stores/auth/session.ts'
import { PushSwitch } from './PushSwitch.tsx'
import styles from './notifications.module.css'

export const SettingsSkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <Skeleton lines={8} />
  </div>
)

/** Channels by topic. Each change is saved at once; a refused one is rolled back and announced. */
export const NotificationSettings = () => {
  const t = useT('account')
  const shown = useStore($settings)
  useEffect(() => void restoreSession(), [])
  if (shown.state === 'loading') return <SettingsSkeleton />
  if (shown.state === 'signedOut') return <SignInFirst title={t('account:notifications.signIn')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void loadSettings()} />
  const { settings, failure } = shown
  return (
    <div className={styles.page}>
      <p className="muted">{t('account:notifications.intro')}</p>
      {!settings.email && <Missing type="email" />}
      {!settings.phone && <Missing type="phone" />}
      <PushSwitch pushKey={settings.pushKey} />
      {settings.topics.map((setting) => (
        <section key={setting.topic} className={styles.card}>
          {setting.topic === 'news' && <Promotion isOn={settings.promotionalInfo} />}
          {(setting.topic !== 'news' || settings.promotionalInfo) && <Topic setting={setting} settings={settings} />}
        </section>
      ))}
      <p className={styles.error} role="alert">
        {failure && (failure.message || t('states:failedText'))}
      </p>
    </div>
  )
}

/** A missing contact that a channel requires, and how to add it. */
const Missing = ({ type }: { type: ContactType }) => {
  const t = useT('account')
  const user = useStore($user)
  const words = t(user?.[type] ? 'account:confirm' : 'account:add')
  return (
    <section className={styles.card}>
      <p>{t(`account:notifications.missing.${type}`)}</p>
      <div className={styles.actions}>
        <Button
          aria-label={`${words}, ${t(`account:${type}`)}`}
          onClick={() => openModal(type === 'email' ? 'verification-email' : 'account-validation')}
        >
          {words}
        </Button>
      </div>
    </section>
  )
}

const NAMES = { [CHANNEL.EMAIL]: 'email', [CHANNEL.SMS]: 'sms', [CHANNEL.CALL]: 'call', [CHANNEL.PUSH]: 'push' } as const

const Topic = ({ setting: { topic, channels, allowed }, settings }: { setting: TopicSetting; settings: Chosen }) => {
  const t = useT('account')
  const noteOf = (channel: Channel): string | undefined => {
    if (channel === CHANNEL.PUSH) return undefined
    const contact = channel === CHANNEL.EMAIL ? settings.email : settings.phone
    return contact ?? t(channel === CHANNEL.EMAIL ? 'account:notifications.noEmail' : 'account:notifications.noPhone')
  }
  return (
    <Choice
      kind="checkbox"
      legend={t(`account:notifications.topic.${topic}`)}
      options={TOPIC_CHANNELS[topic].map((channel) => ({
        value: channel,
        disabled: !allowed.includes(channel),
        label: t(`account:notifications.channel.${NAMES[channel]}`),
        note: noteOf(channel)
      }))}
      chosen={TOPIC_CHANNELS[topic].filter((channel) => channels.includes(channel))}
      onChoose={(chosen) => void chooseChannels(topic, chosen)}
    />
  )
}

const Promotion = ({ isOn }: { isOn: boolean }) => {
  const t = useT('account')
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={isOn} onChange={(event) => void choosePromotion(event.target.checked)} />
      <span>{t('account:notifications.promotion')}</span>
    </label>
  )
}
