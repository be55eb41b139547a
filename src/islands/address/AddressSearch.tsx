import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { AddressFinder } from './AddressFinder.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import styles from './address.module.css'
import { useAddresses } from './use-addresses.ts'

/** Modal `address-search`: one of the saved addresses, or a new one; what is chosen shows in the header at once. */
export const AddressSearch = ({ params, close }: ModalProps<'address-search'>) => {
  const t = useWords('address', 'states')
  const known = useAddresses()
  const saved = known.session.state === 'user' ? (known.addresses.state === 'ready' ? known.addresses.list : []) : known.guests
  const editing = known.addresses.state === 'ready' ? known.addresses.list.find(({ id }) => id === params.addressId) : undefined
  return (
    <SheetContent title={t('address:title')}>
      {saved.length > 0 && !editing && (
        <section className={styles.saved}>
          <h3>{t('address:saved')}</h3>
          <SavedAddresses known={known} legend={t('address:saved')} onChosen={close} />
        </section>
      )}
      <AddressFinder
        key={editing?.id ?? 'new'}
        editing={editing}
        saveWords={t(editing ? 'address:save' : 'address:use')}
        onSaved={close}
        onCancel={close}
        takesFocus={saved.length === 0}
      />
    </SheetContent>
  )
}
