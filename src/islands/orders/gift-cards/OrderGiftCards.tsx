import { useId } from 'react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDate } from '#i18n/dates.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import styles from './gift-cards.module.css'

/** The gift cards that an order brings, each with what became of it. */
export const OrderGiftCards = ({ order: { giftCards } }: { order: OrderDetails }) => {
  const t = useWords('orderInfo')
  const locale = useLocale()
  const id = useId()
  const isComing = giftCards.some(({ state }) => state === 'coming')
  const canReplace = giftCards.some(({ state }) => state === 'delivered')
  return (
    <section className={styles.cards} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {t('orderInfo:giftCards.title')}
      </h2>
      {isComing && <p className="muted">{t('orderInfo:giftCards.about')}</p>}
      <ul className={styles.list}>
        {giftCards.map(({ code, value, state, expiresAt }, index) => (
          <li className={styles.card} key={index}>
            <strong>{formatAmd(value, locale)}</strong>
            <span>
              {code && <span className={styles.line}>{t('orderInfo:giftCards.card', { code })}</span>}
              <span className={`muted ${styles.line}`}>
                {t(`orderInfo:giftCards.${state}`, { until: expiresAt ? formatDate(Date.parse(expiresAt)) : '' })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {canReplace && <p className={`muted ${styles.small}`}>{t('orderInfo:giftCards.lost')}</p>}
    </section>
  )
}
