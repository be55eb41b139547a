import type { OrderReceipt } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { momentWords } from './order-words.ts'
import styles from './orders.module.css'

/** Fiscal receipts of the order, with their QR codes. */
export const OrderReceipts = ({ receipts }: { receipts: readonly OrderReceipt[] }) => {
  const t = useWords('receipts')
  return (
    <section className={styles.card} aria-label={t('receipts:title')}>
      <h2 className={styles.helpTitle}>{t('receipts:title')}</h2>
      <ul className={styles.list}>
        {receipts.map((receipt, index) => (
          <Receipt key={index} receipt={receipt} />
        ))}
      </ul>
    </section>
  )
}

const Receipt = ({ receipt: { kind, prepayment, amount, printed } }: { receipt: OrderReceipt }) => {
  const t = useT('receipts')
  const locale = useLocale()
  const title = t(prepayment ? `receipts:giftCards.${kind}` : `receipts:kind.${kind}`, { amount: formatAmd(amount, locale) })
  if (!printed) return <li>{`${title} ${t('receipts:waiting')}`}</li>
  const { number, fiscal, at, link, qr } = printed
  return (
    <li>
      <span className={styles.block}>{title}</span>
      <span className={styles.small}>{t('receipts:printed', { number, fiscal, at: momentWords(at, locale) })}</span>
      {qr && (
        <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('receipts:qr', { number })}>
          <path d={qr.path} />
        </svg>
      )}
      {link && (
        <a className={styles.link} href={link} target="_blank" rel="noopener">
          {t('receipts:open', { number })}
        </a>
      )}
    </li>
  )
}
