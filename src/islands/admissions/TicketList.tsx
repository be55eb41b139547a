import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { Admission } from '#contract/admissions/calls.ts'
import { formatDate, formatDateTime } from '#i18n/dates.ts'
import { useT } from '#islands/ui/locale.ts'
import { $clock } from '#stores/clock.ts'
import { TicketFace } from './TicketFace.tsx'
import styles from './admissions.module.css'

interface TicketListProps {
  list: readonly Admission[]
  label: string
  /** What can be done with each. */
  children?: (ticket: Admission) => ReactNode
}

/** Tickets, each with its code while it can be used. */
export const TicketList = ({ list, label, children }: TicketListProps) => (
  <ul className={styles.list} aria-label={label}>
    {list.map((ticket) => (
      <TicketFace
        key={ticket.id}
        qr={ticket.qr}
        number={ticket.number}
        name={[ticket.name, ...ticket.options].join(', ')}
        supplier={ticket.supplier.name}
        address={ticket.place.address}
        admissionAt={ticket.admissionAt ?? ''}
        movedFrom={ticket.movedFrom}
        expiresAt={ticket.expiresAt}
      >
        <p className="muted">
          <StateWords ticket={ticket} />
        </p>
        {children?.(ticket)}
      </TicketFace>
    ))}
  </ul>
)

/** Until when it can be given back, or what became of it. */
const StateWords = ({ ticket: { state, usedAt, expiresAt, returnableUntil } }: { ticket: Admission }) => {
  const t = useT('tickets')
  const now = useStore($clock)
  if (state === 'withdrawn') return t('tickets:state.withdrawn')
  if (state === 'used') return t('tickets:state.used', { at: formatDateTime(Date.parse(usedAt ?? expiresAt)) })
  if (state === 'expired') return t('tickets:state.expired', { at: formatDate(Date.parse(expiresAt)) })
  const until = Date.parse(returnableUntil)
  return until > now ? t('tickets:back', { until: formatDateTime(until) }) : t('tickets:noBack')
}
