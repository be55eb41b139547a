import { useEffect, useRef } from 'react'
import { formatAmd } from '#domain/money.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { shortItems } from '#stores/baskets/lines.ts'
import { obstaclesOf, type Draft } from '#stores/checkout/place-order.ts'
import { acceptChanges, type Placing } from '#stores/checkout/checkout.ts'
import { ChangeList } from './ChangeList.tsx'
import styles from './checkout.module.css'

/** Why the order was refused: reason, differences, and a button to accept them. Receives the focus. */
export const Refusal = ({ placing, draft }: { placing: Extract<Placing, { state: 'refused' | 'unanswered' }>; draft: Draft }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { message } = placing.failure
  const changes = placing.state === 'refused' ? placing.changes : []
  const short = shortItems(draft.basket).length > 0
  const blocked = !short && obstaclesOf(draft).length > 0
  const accept = checkoutMethod((draft.payment ?? DEFAULT_METHOD).key, 'accept')
  return (
    <div ref={box} className={styles.refusal} role="alert" tabIndex={-1}>
      {placing.state === 'unanswered' ? (
        <p>{t('checkout:noAnswer')}</p>
      ) : (
        changes.length > 0 && (
          <p className={styles.strong}>{t(placing.byAddress ? 'checkout:changedByAddress' : 'checkout:changedTitle')}</p>
        )
      )}
      {message && <p>{message}</p>}
      {changes.length > 0 && <ChangeList changes={changes} />}
      {changes.length > 0 && !blocked && (
        <Button look="brand" wide onClick={() => void acceptChanges()}>
          {short ? t('checkout:acceptChange') : t(accept, { price: formatAmd(draft.basket.orderPrice, locale) })}
        </Button>
      )}
    </div>
  )
}
