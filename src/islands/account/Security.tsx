import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { DeviceSession } from '#contract/credentials/calls.ts'
import type { Profile } from '#contract/auth/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { announce } from '#stores/announce.ts'
import { $devices, endDevice, endDevices, loadDevices } from '#stores/account/devices.ts'
import { ask, openModal } from '#stores/modals.ts'
import { failureWords } from './failure-words.ts'
import { Own } from './Own.tsx'
import { Row } from './Row.tsx'
import styles from './profile.module.css'

/** Password and signed-in devices. */
export const Security = ({ locale }: { locale: Locale }) => (
  <Own locale={locale}>
    {(profile) => (
      <>
        <Password profile={profile} />
        <Devices />
      </>
    )}
  </Own>
)

const Password = ({ profile: { hasPassword } }: { profile: Profile }) => {
  const t = useT('account')
  return (
    <section className={styles.card}>
      <Row label={t('account:security.password')} value={t(hasPassword ? 'account:security.hasPassword' : 'account:security.noPassword')}>
        <Button onClick={() => openModal(hasPassword ? 'change-password' : 'password')}>
          {t(hasPassword ? 'account:change' : 'account:security.set')}
        </Button>
      </Row>
    </section>
  )
}

const endAll = async (): Promise<void> => {
  if (await ask('signOutEverywhere')) await endDevices.submit(false)
}
const endOthers = async (): Promise<void> => {
  if ((await endDevices.submit(true)) !== null) void announce('account:security.ended')
}

const Devices = () => {
  const t = useT('account', 'states')
  const devices = useStore($devices)
  const [one, all] = [useStore(endDevice.$state), useStore(endDevices.$state)]
  useEffect(() => void loadDevices(), [])
  return (
    <section className={styles.card} aria-labelledby="devices">
      <h2 id="devices" className={styles.title}>
        {t('account:security.devices')}
      </h2>
      {devices.state === 'loading' && <Skeleton lines={4} />}
      {devices.state === 'failed' && <Failed text={devices.failure.message} onRetry={() => void loadDevices()} />}
      {devices.state === 'ready' && (
        <>
          <ul className={styles.list}>
            {devices.list.map((device) => (
              <Device key={device.id} device={device} pending={one.state === 'pending'} />
            ))}
          </ul>
          <div className={styles.actions}>
            {devices.list.length > 1 && (
              <Button pending={all.state === 'pending'} onClick={() => void endOthers()}>
                {t('account:security.endOthers')}
              </Button>
            )}
            <Button look={devices.list.length > 1 ? 'quiet' : 'plain'} pending={all.state === 'pending'} onClick={() => void endAll()}>
              {t('account:security.endAll')}
            </Button>
          </div>
        </>
      )}
      <p className={styles.error} role="alert">
        {failureWords(one, t) ?? failureWords(all, t)}
      </p>
    </section>
  )
}

const Device = ({ device, pending }: { device: DeviceSession; pending: boolean }) => {
  const t = useT('account')
  const name = [device.browser, device.system].filter(Boolean).join(', ') || t('account:security.unknownDevice')
  const when = { when: formatDateTime(Date.parse(device.lastUsedAt)) }
  return (
    <li className={styles.row}>
      <p>
        <span className={styles.value}>{name}</span>
        {device.isCurrent && <span className={styles.mark}>{t('account:security.current')}</span>}
        <span className={styles.label}>{t('account:security.lastUsed', when)}</span>
        <span className={styles.label}>{t('account:security.since', { when: formatDateTime(Date.parse(device.signedInAt)) })}</span>
      </p>
      {!device.isCurrent && (
        <Button
          pending={pending}
          aria-label={t('account:security.endOne', { device: name })}
          onClick={() => void endDevice.submit(device.id).then((ended) => (ended ? announce('account:security.ended') : undefined))}
        >
          {t('account:security.end')}
        </Button>
      )}
    </li>
  )
}
