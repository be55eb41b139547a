import { lazy, Suspense, useRef, useState } from 'react'
import type { Claim } from '#contract/claims/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { reasonKey } from './claim-words.ts'
import styles from '../orders.module.css'

const ClaimForm = lazy(async () => ({ default: (await import('./ClaimForm.tsx')).ClaimForm }))

/** What was wrong with a delivered order, what was answered, and a form to say more. */
export const OrderClaims = ({ order, startsOpen }: { order: OrderDetails; startsOpen: boolean }) => {
  const t = useWords('claims', 'orders')
  const [isOpen, setOpen] = useState(startsOpen)
  const list = useRef<HTMLHeadingElement>(null)
  const close = (sent: boolean): void => {
    setOpen(false)
    if (sent) list.current?.focus()
  }
  return (
    <section className={styles.card}>
      {order.claims.length > 0 && (
        <>
          <h2 ref={list} tabIndex={-1} className={styles.helpTitle}>
            {t('claims:list')}
          </h2>
          <ul className={styles.items}>
            {order.claims.map((claim) => (
              <Said key={claim.id} order={order} claim={claim} />
            ))}
          </ul>
        </>
      )}
      {order.canClaim && !isOpen && <Button onClick={() => setOpen(true)}>{t('orders:claim')}</Button>}
      {order.canClaim && isOpen && (
        <Suspense>
          <ClaimForm order={order} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}

const Said = ({
  claim: { item, reason, state, refunded, refundAs, answer, comment, photos },
  order
}: {
  claim: Claim
  order: OrderDetails
}) => {
  const t = useT('claims')
  const locale = useLocale()
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        {item ? `${item.name}: ${formatQuantity(item.quantity, item.unitId, locale)}` : t('claims:whole')}
        <span className={`muted ${styles.block}`}>{t(reasonKey(order, reason))}</span>
        <b className={styles.block}>
          {t(state === 'refunded' && refundAs === 'points' ? 'claims:state.asPoints' : `claims:state.${state}`, {
            amount: formatAmd(refunded, locale)
          })}
        </b>
        {comment && <span className={`muted ${styles.block}`}>{comment}</span>}
        {photos.map((address, index) => (
          <a key={address} className={styles.photo} href={address}>
            <img src={address} alt={t('claims:photos.one', { which: index + 1 })} width="48" height="48" loading="lazy" />
          </a>
        ))}
        {answer && <span className={styles.block}>{t('claims:answer', { words: answer })}</span>}
      </span>
    </li>
  )
}
