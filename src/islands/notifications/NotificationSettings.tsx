import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { NotificationSettings as Chosen, TopicSetting } from '#contract/notifications.ts'
import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { SignInFirst } from '#islands/account/SignInFirst.tsx'
import { Choice } from '#islands/ui/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $settings, chooseChannels, choosePromotion, loadSettings } from '#stores/notification-settings.ts'
import { restoreSession } from '#stores/session.ts'
import { PushSwitch } from './PushSwitch.tsx'
import styles from './notifications.module.css'

export const SettingsSkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <Skeleton lines={8} />
  </div>
)

/** Channels by topic. Each change is kept at once; a refused one is taken back and said. */
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

const NAMES = { [CHANNEL.EMAIL]: 'email', [CHANNEL.SMS]: 'sms', [CHANNEL.CALL]: 'call', [CHANNEL.PUSH]: 'push' } as const
const CHANNELS: readonly Channel[] = [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.CALL, CHANNEL.PUSH]

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
      options={CHANNELS.filter((channel) => allowed.includes(channel)).map((channel) => ({
        value: channel,
        label: t(`account:notifications.channel.${NAMES[channel]}`),
        note: noteOf(channel)
      }))}
      chosen={CHANNELS.filter((channel) => channels.includes(channel))}
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
