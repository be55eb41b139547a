import type { Address } from '#contract/profile/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { useAddresses } from '#islands/addresses/use-addresses.ts'
import { useReach } from '#islands/addresses/use-reach.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { loadAddresses } from '#stores/addresses/addresses.ts'
import { openModal } from '#stores/modals.ts'
import { AddressCard } from './AddressCard.tsx'
import { SignInFirst } from './SignInFirst.tsx'
import styles from './account.module.css'

/** The user's addresses: add, change, delete, set the default. */
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
  const t = useWords('account', 'address', 'states')
  const { session, addresses } = useAddresses()
  if (session.state === 'guest') return <SignInFirst title={t('account:signInTitle')} />
  if (session.state === 'unknown' || addresses.state === 'loading') return <BookSkeleton />
  if (addresses.state === 'failed') return <Failed text={addresses.failure.message} onRetry={() => void loadAddresses()} />
  return <Book list={addresses.list} />
}

const Book = ({ list }: { list: readonly Address[] }) => {
  const t = useT('account')
  const reach = useReach(list.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })))
  return (
    <div className={styles.book}>
      {list.length === 0 && <Empty picture="🏠" title={t('account:emptyTitle')} text={t('account:emptyText')} />}
      <ul className={styles.list}>
        {list.map((address, at) => (
          <li key={address.id} className={styles.card}>
            <AddressCard address={address} reach={reach[at]} onEdit={() => openModal('account-address', { addressId: address.id })} />
          </li>
        ))}
      </ul>
      <p>
        <Button look="brand" onClick={() => openModal('account-address')}>
          <Icon name="plus" /> {t('account:addAddress')}
        </Button>
      </p>
    </div>
  )
}
