import type { OrderRefund } from '#contract/orders/money.ts'
import { formatAmd } from '#domain/money.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { momentWords } from '../order-words.ts'

/** What went back of an order's money, and why: a fact among its others. */
export const OrderRefunds = ({ refunds }: { refunds: readonly OrderRefund[] }) => {
  const t = useWords('receipts')
  const locale = useLocale()
  const refundWords = ({ amount, at, reason, byHand, as, code }: OrderRefund): string => {
    const words = { amount: formatAmd(amount, locale), at: at ? momentWords(at, locale) : '' }
    const paid = as ? (`receipts:refund.as.${as}` as const) : byHand ? 'receipts:refund.doneByHand' : 'receipts:refund.done'
    const open = byHand ? 'receipts:refund.byHand' : code ? 'receipts:refund.failed' : 'receipts:refund.underWay'
    return `${t(at ? paid : open, words)} ${t(`receipts:refund.reason.${reason}`)}`
  }
  return (
    <div>
      <dt>{t('receipts:refund.title')}</dt>
      {refunds.map((refund, index) => (
        <dd key={index}>{refundWords(refund)}</dd>
      ))}
    </div>
  )
}
