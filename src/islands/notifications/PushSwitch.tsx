import { useId } from 'react'
import { useStore } from '@nanostores/react'
import { useT } from '#islands/ui/locale.ts'
import { $push, switchPush } from '#stores/notifications/push.ts'
import styles from './notifications.module.css'

/** Push messages of this browser. The browser's permission prompt appears only when the switch is turned on. */
export const PushSwitch = ({ pushKey }: { pushKey: string }) => {
  const t = useT('account')
  const id = useId()
  const push = useStore($push)
  const state = useStore(switchPush.$state)
  const isFixed = push === 'unknown' || push === 'unsupported' || push === 'denied'
  const note = push === 'unsupported' || push === 'denied' ? push : 'about'
  return (
    <section className={styles.card}>
      <label className={styles.switch}>
        <input
          type="checkbox"

          aria-describedby={id}
          checked={push === 'on'}
          disabled={isFixed}
          aria-busy={state.state === 'pending' || undefined}
          onChange={(event) => void switchPush.submit(event.target.checked, pushKey)}
        />
        <span>{t('account:notifications.push.title')}</span>
      </label>
      <p id={id} className="muted">
        {t(`account:notifications.push.${note}`)}
      </p>
      <p className={styles.error} role="alert">
        {state.state === 'failed' && (state.failure.message || t('account:notifications.push.failed'))}
      </p>
    </section>
  )
}
