import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { Alert } from '#contract/alerts/calls.ts'
import { supplierPath } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { labelled } from '#i18n/labelled.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { $alerts, loadAlerts, removeAlert } from '#stores/alerts/alerts.ts'
import { useWindowText } from './window-text.ts'
import styles from './alerts.module.css'

/** What the person waits to be told of; nothing while there is none. */
export const AlertList = () => {
  const t = useWords('alerts', 'states')
  const alerts = useStore($alerts)
  const removing = useStore(removeAlert.$state)
  useEffect(() => void loadAlerts(), [])
  if (alerts.state !== 'ready' || alerts.list.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="alerts-title">
      <h2 id="alerts-title" className={styles.title}>
        {t('alerts:list')}
      </h2>
      <ul className={styles.list}>
        {alerts.list.map((alert) => (
          <Item key={alert.id} alert={alert} />
        ))}
      </ul>
      <p className={styles.error} role="alert">
        {removing.state === 'failed' && (removing.failure.message || t('states:failedText'))}
      </p>
    </section>
  )
}

const Item = ({ alert: { id, kind, name, productId, supplier, from, to } }: { alert: Alert }) => {
  const t = useT('alerts')
  const locale = useLocale()
  const textOf = useWindowText()
  const path = productId === null ? supplierPath(supplier.kind, supplier.alias) : `/products/${productId}`
  return (
    <li className={styles.item}>
      <span>
        <a className={styles.name} href={localePath(locale, path)}>
          {name}
        </a>
        <br />
        <span className="muted">{from && to ? textOf({ from, to }) : t(`alerts:about.${kind}`, { supplier: supplier.name })}</span>
      </span>
      <Button aria-label={`${labelled(t('alerts:stop'), locale)} ${name}`} onClick={() => void removeAlert.submit(id)}>
        {t('alerts:stop')}
      </Button>
    </li>
  )
}
