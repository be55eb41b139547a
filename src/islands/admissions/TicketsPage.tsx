import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { Admission } from '#contract/admissions/calls.ts'
import { LISTING_PATH } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { Own } from '#islands/account/Own.tsx'
import { AddToCalendar } from '#islands/ui/links/AddToCalendar.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { $admissions, loadAdmissions } from '#stores/orders/admissions.ts'
import { orderPath } from '#stores/orders/order-actions.ts'
import { SeenTickets } from './SeenTickets.tsx'
import { TicketList } from './TicketList.tsx'
import styles from './admissions.module.css'

/** Tickets of the person: the next one first, then those that were used or have expired. */
export const TicketsPage = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['tickets']} offline={<SeenTickets />}>
    {() => <Tickets />}
  </Own>
)

const Tickets = () => {
  const t = useT('tickets', 'states')
  const locale = useLocale()
  const shown = useStore($admissions)
  useEffect(() => void loadAdmissions(), [])
  if (shown.state === 'loading') return <Skeleton lines={6} label={t('states:loading')} />
  if (shown.state === 'failed')
    return (
      <>
        <SeenTickets />
        <Failed text={shown.failure.message} onRetry={() => void loadAdmissions()} />
      </>
    )
  const { list } = shown
  const valid = list.filter(({ state }) => state === 'valid')
  const over = list.filter(({ state }) => state !== 'valid')
  if (list.length === 0)
    return (
      <Empty picture="🎟️" title={t('tickets:none.title')} text={t('tickets:none.text')}>
        <a className="button button-brand" href={localePath(locale, LISTING_PATH.giftCard)}>
          {t('tickets:none.action')}
        </a>
      </Empty>
    )
  return (
    <div className={styles.page}>
      {valid.length > 0 && (
        <>
          <p className="muted">{t('tickets:show')}</p>
          <TicketList list={valid} label={t('tickets:title')}>
            {(ticket) => <TicketActions ticket={ticket} />}
          </TicketList>
        </>
      )}
      {over.length > 0 && (
        <>
          <h2 className={styles.title}>{t('tickets:over')}</h2>
          <TicketList list={over} label={t('tickets:over')}>
            {(ticket) => <TicketActions ticket={ticket} />}
          </TicketList>
        </>
      )}
    </div>
  )
}

/** The way to its order, and into the calendar while it can be used. The page of an order has no bytes for the latter. */
const TicketActions = ({ ticket: { number, name, options, supplier, place, admissionAt, state, orderNumber } }: { ticket: Admission }) => {
  const t = useT('tickets')
  const title = [name, ...options, supplier.name].join(', ')
  return (
    <div className={styles.actions}>
      {state === 'valid' && admissionAt && (
        <AddToCalendar
          name={number}
          events={[{ id: number.replaceAll(' ', '-'), title, place: `${supplier.name}, ${place.address}`, from: Date.parse(admissionAt) }]}
          label={t('tickets:calendar')}
        />
      )}
      <a className="button" href={orderPath(orderNumber)}>
        {t('tickets:order', { number: orderNumber })}
      </a>
    </div>
  )
}
