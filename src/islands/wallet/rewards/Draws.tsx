import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { Draw, Ticket } from '#contract/wallet/calls.ts'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDay } from '#domain/time/format-day.ts'
import { formatDate } from '#i18n/dates.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $draws, loadDraws } from '#stores/wallet/draws.ts'
import styles from '../wallet.module.css'

/** Tickets of the person for draws of gift cards, and what became of each. */
export const Draws = () => {
  const t = useT('draws', 'states')
  const draws = useStore($draws)
  useEffect(() => void loadDraws(), [])
  return (
    <section className={styles.card} aria-labelledby="tickets">
      <h2 id="tickets" className={styles.title}>
        {t('draws:list')}
      </h2>
      {draws === undefined && <Skeleton lines={3} label={t('states:loading')} />}
      {draws === null && <Failed text={t('draws:failed')} onRetry={() => void loadDraws()} />}
      {draws?.map((draw) => (
        <TicketsOf key={draw.key} draw={draw} />
      ))}
    </section>
  )
}

const TicketsOf = ({ draw }: { draw: Draw }) => {
  const { title, winners, to, drawnAt, tickets } = draw
  const t = useT('draws')
  const locale = useLocale()
  const prize = formatAmd(draw.prize, locale)
  return (
    <div>
      <h3>{title}</h3>
      <p className="muted">
        {drawnAt === null
          ? t('draws:about.waiting', { count: winners, prize, date: formatDay(to) })
          : t('draws:about.drawn', { date: formatDate(Date.parse(drawnAt)) })}
      </p>
      <ul className={styles.entries}>
        {tickets.map((ticket) => (
          <TicketOf key={ticket.number} ticket={ticket} prize={prize} />
        ))}
      </ul>
    </div>
  )
}

const TicketOf = ({ ticket: { number, order, at, state }, prize }: { ticket: Ticket; prize: string }) => {
  const t = useT('draws')
  const locale = useLocale()
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <strong>{t('draws:number', { ticket: number })}</strong>
        <strong className={state === 'won' ? styles.plus : undefined}>{t(`draws:state.${state}`)}</strong>
      </p>
      {state === 'won' && (
        <p>
          {t('draws:won', { prize })} <a href={localePath(locale, GIFT_CARDS_PATH)}>{t('draws:cards')}</a>
        </p>
      )}
      {state === 'withdrawn' && <p>{t('draws:withdrawn')}</p>}
      <p className="muted">
        {formatDate(Date.parse(at))} ·{' '}
        <a href={localePath(locale, `/account/orders/${order.orderNumber}`)}>{t('draws:order', { number: order.orderNumber })}</a>
      </p>
    </li>
  )
}
