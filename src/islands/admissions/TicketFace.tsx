import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#i18n/dates.ts'
import { useT } from '#islands/ui/locale.ts'
import type { SeenTicket } from '#stores/orders/seen-tickets.ts'
import styles from './admissions.module.css'

interface TicketFaceProps extends Omit<SeenTicket, 'qr'> {
  /** null once it cannot be used. */
  qr: SeenTicket['qr'] | null
  /** ISO: its time before the supplier moved that. */
  movedFrom?: string | null
  children?: ReactNode
}

/** One ticket as it is shown at the entrance: its code and number, what it is for, when and where. */
export const TicketFace = ({
  qr,
  number,
  name,
  supplier,
  address,
  admissionAt,
  movedFrom = null,
  expiresAt,
  children
}: TicketFaceProps) => {
  const t = useT('tickets')
  return (
    <li className={qr ? styles.ticket : `${styles.ticket} ${styles.over}`}>
      {qr && (
        <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('tickets:qr', { number })}>
          <path d={qr.path} />
        </svg>
      )}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p>{supplier}</p>
        <dl className={styles.facts}>
          <div>
            <dt>{t('tickets:when')}</dt>
            <dd>
              {admissionAt ? formatDateTime(Date.parse(admissionAt)) : t('tickets:anyDay', { until: formatDate(Date.parse(expiresAt)) })}
            </dd>
            {movedFrom && <dd className={styles.moved}>{t('tickets:moved', { from: formatDateTime(Date.parse(movedFrom)) })}</dd>}
          </div>
          <div>
            <dt>{t('tickets:where')}</dt>
            <dd>{address}</dd>
          </div>
          <div>
            <dt>{t('tickets:number')}</dt>
            <dd className={styles.number}>{number}</dd>
          </div>
        </dl>
        {children}
      </div>
    </li>
  )
}
