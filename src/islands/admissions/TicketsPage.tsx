import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { LISTING_PATH } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { Own } from '#islands/account/Own.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { $admissions, loadAdmissions } from '#stores/orders/admissions.ts'
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
          <TicketList list={valid} label={t('tickets:title')} hasOrder />
        </>
      )}
      {over.length > 0 && (
        <>
          <h2 className={styles.title}>{t('tickets:over')}</h2>
          <TicketList list={over} label={t('tickets:over')} hasOrder />
        </>
      )}
    </div>
  )
}
