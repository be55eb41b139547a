import type { Reach } from '#contract/geo/calls.ts'
import type { NewAddress } from '#contract/profile/calls.ts'
import { useT } from '#islands/ui/locale.ts'
import styles from './address.module.css'
import { ReachWords } from './ReachWords.tsx'

/** An address as text: street and city, details for the courier, and whether suppliers deliver there. */
export const AddressWords = ({ address, reach }: { address: NewAddress; reach?: Reach | undefined }) => {
  const t = useT('address')
  const named = Boolean(address.addressTitle) && address.addressTitle !== address.street
  const details = [
    address.entrance && t('address:entranceIs', { value: address.entrance }),
    address.floor ? t('address:floorIs', { value: address.floor }) : '',
    address.apartment && t('address:apartmentIs', { value: address.apartment }),
    address.doorCode && t('address:doorCodeIs', { value: address.doorCode })
  ].filter(Boolean)
  return (
    <span className={styles.words}>
      <span className={styles.title}>{named ? address.addressTitle : address.street}</span>
      <span className="muted">{[named && address.street, address.city].filter(Boolean).join(', ')}</span>
      {details.length > 0 && <span className="muted">{details.join(', ')}</span>}
      {address.comment && <span className="muted">{address.comment}</span>}
      {reach && (
        <span className={styles.apart}>
          <ReachWords reach={reach} city={address.city} />
        </span>
      )}
    </span>
  )
}
