import { useStore } from '@nanostores/react'
import type { OrderDetails } from '#contract/orders/calls.ts'
import type { OrderRefund } from '#contract/orders/money.ts'
import { formatAmd } from '#domain/money.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { takeStoreCredit } from '#stores/orders/order-actions.ts'
import { momentWords } from '../order-words.ts'
import styles from '../orders.module.css'

/** What went back of an order's money, and why: a fact among its others. Instead of what people would pay by hand, store credit can be taken. */
export const OrderRefunds = ({ order: { orderNumber, refunds } }: { order: Pick<OrderDetails, 'orderNumber' | 'refunds'> }) => {
  const t = useWords('receipts', 'states')
  const locale = useLocale()
  const taking = useStore(takeStoreCredit.$state)
  const refundWords = ({ amount, at, reason, byHand, as, code }: OrderRefund): string => {
    const words = { amount: formatAmd(amount, locale), at: at ? momentWords(at, locale) : '' }
    const paid = as ? (`receipts:refund.as.${as}` as const) : byHand ? 'receipts:refund.doneByHand' : 'receipts:refund.done'
    const open = byHand ? 'receipts:refund.byHand' : code ? 'receipts:refund.failed' : 'receipts:refund.underWay'
    return `${t(at ? paid : open, words)} ${t(`receipts:refund.reason.${reason}`)}`
  }
  return (
    <div>
      <dt>{t('receipts:refund.title')}</dt>
      {refunds.map((refund) => (
        <dd key={refund.id}>
          {refundWords(refund)}
          <CreditButton refund={refund} isPending={taking.state === 'pending'} orderNumber={orderNumber} />
        </dd>
      ))}
      {taking.state === 'failed' && (
        <dd>
          <p className={styles.error} role="alert">
            {taking.failure.message || t('states:failedText')}
          </p>
        </dd>
      )}
    </div>
  )
}

const CreditButton = ({ refund, isPending, orderNumber }: { refund: OrderRefund; isPending: boolean; orderNumber: string }) => {
  const t = useT('receipts')
  const locale = useLocale()
  const { storeCredit: as, amount } = refund
  if (as === null) return null
  return (
    <p>
      <Button pending={isPending} onClick={() => void takeStoreCredit.submit(orderNumber, refund, as)}>
        {t(`receipts:refund.storeCredit.${as}`, { amount: formatAmd(amount, locale) })}
      </Button>
    </p>
  )
}
