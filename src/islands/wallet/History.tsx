import { useId, type ReactNode } from 'react'
import type { WalletEntry } from '#contract/wallet/calls.ts'
import { localePath } from '#domain/locale.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ReadyWallet } from '#stores/wallet/wallet.ts'
import styles from './wallet.module.css'

interface Props {
  shown: ReadyWallet
  title: string
  onMore: () => Promise<void>
  children: (entry: WalletEntry) => ReactNode
}

/** What came and went in a wallet, the newest first, page by page. */
export const History = ({ shown: { entries, totalCount, more }, title, onMore, children }: Props) => {
  const t = useT('wallet')
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.entries}>{entries.map(children)}</ul>
      {entries.length < totalCount && (
        <div>
          <Button pending={more === 'loading'} onClick={() => void onMore()}>
            {t('wallet:more')}
          </Button>
          <p role="alert">{more === 'failed' && t('wallet:moreFailed')}</p>
        </div>
      )}
    </section>
  )
}

/** When it was, and for which order. */
export const EntryWhen = ({ at, order }: Pick<WalletEntry, 'at' | 'order'>) => {
  const t = useT('wallet')
  const locale = useLocale()
  return (
    <>
      <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
      {order && (
        <>
          {' · '}
          <a href={localePath(locale, `/account/orders/${order.orderNumber}`)}>{t('wallet:order', { number: order.orderNumber })}</a>
        </>
      )}
    </>
  )
}
