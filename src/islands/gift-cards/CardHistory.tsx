import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { localePath } from '#domain/locale.ts'
import { formatDateTime } from '#i18n/dates.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $histories, loadCardHistory } from '#stores/gift-cards/gift-cards.ts'
import styles from './gift-cards.module.css'

/** Modal `gift-cards-history`: what came to a card and what it paid. */
export const CardHistory = ({ params: { cardId } }: ModalProps<'gift-cards-history'>) => {
  const t = useT('giftCards', 'states')
  const locale = useLocale()
  const card = useStore($histories)[cardId]
  useEffect(() => void loadCardHistory(cardId), [cardId])
  return (
    <SheetContent title={t('giftCards:history.title')}>
      {card === undefined && <Skeleton lines={4} label={t('states:loading')} />}
      {card === null && <Failed text={t('giftCards:history.failed')} onRetry={() => void loadCardHistory(cardId)} />}
      {card && (
        <>
          <p>
            {t('giftCards:ending', { code: card.code })} · <b>{formatAmd(card.balance, locale)}</b>
          </p>
          <ul className={styles.entries}>
            {card.entries.map(({ id, event, amount, at, order }) => (
              <li key={id} className={styles.entry}>
                <p className={styles.what}>
                  <strong>{t(`giftCards:event.${event}`)}</strong>
                  <span className={amount > 0 ? styles.plus : undefined}>
                    {amount > 0 && '+'}
                    {formatAmd(amount, locale)}
                  </span>
                </p>
                <p className="muted">
                  <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
                  {order && (
                    <>
                      {' · '}
                      <a href={localePath(locale, `/account/orders/${order.orderNumber}`)}>
                        {t('giftCards:history.order', { number: order.orderNumber })}
                      </a>
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </SheetContent>
  )
}
