import { lazy, Suspense, useState } from 'react'
import type { Address } from '#contract/profile.ts'
import type { Locale } from '#domain/locale.ts'
import { useAddresses } from '#islands/address/use-addresses.ts'
import { SignInFirst } from '#islands/orders/OrderStates.tsx'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { loadAddresses } from '#stores/addresses.ts'
import { announce } from '#stores/announce.ts'
import { AddressCard } from './AddressCard.tsx'
import styles from './account.module.css'

const AddressFinder = lazy(async () => ({ default: (await import('#islands/address/AddressFinder.tsx')).AddressFinder }))

/** The person's addresses: add, change, delete, make one the default. */
export const AddressBook = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<BookSkeleton />}>
    <BookBody />
  </AfterMount>
)

const BookSkeleton = () => (
  <div className={styles.list} aria-hidden="true">
    {[0, 1].map((index) => (
      <div key={index} className={styles.card}>
        <Skeleton lines={4} />
      </div>
    ))}
  </div>
)

const BookBody = () => {
  const t = useWords('account', 'orders', 'address', 'states')
  const { session, addresses } = useAddresses()
  if (session.state === 'guest') return <SignInFirst title={t('account:signInTitle')} />
  if (session.state === 'unknown' || addresses.state === 'loading') return <BookSkeleton />
  if (addresses.state === 'failed') return <Failed text={addresses.failure.message} onRetry={() => void loadAddresses()} />
  return <Book list={addresses.list} />
}

const Book = ({ list }: { list: readonly Address[] }) => {
  const t = useT('account')
  /** The id being edited, `new`, or nothing. */
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const close = (): void => setOpen(null)
  const saved = (): void => {
    close()
    void announce('account:saved')
  }
  const finder = (editing?: Address) => (
    <Suspense fallback={<Skeleton lines={4} />}>
      <AddressFinder editing={editing} saveWords={t('account:save')} onSaved={saved} onCancel={close} takesFocus />
    </Suspense>
  )
  return (
    <div className={styles.book}>
      {list.length === 0 && open === null && <Empty picture="🏠" title={t('account:emptyTitle')} text={t('account:emptyText')} />}
      <ul className={styles.list}>
        {list.map((address) => (
          <li key={address.id} className={styles.card}>
            {open === address.id ? finder(address) : <AddressCard address={address} onEdit={() => setOpen(address.id)} />}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <section className={styles.card} aria-label={t('account:addAddress')}>
          {finder()}
          <Button look="quiet" onClick={close}>
            {t('account:cancel')}
          </Button>
        </section>
      ) : (
        <p>
          <Button look="brand" onClick={() => setOpen('new')}>
            <Icon name="plus" /> {t('account:addAddress')}
          </Button>
        </p>
      )}
    </div>
  )
}
