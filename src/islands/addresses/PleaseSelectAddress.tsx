import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { replaceModal } from '#stores/modals.ts'
import { SavedAddresses } from './SavedAddresses.tsx'
import styles from './address.module.css'
import { useAddresses } from './use-addresses.ts'

/** Modal `please-select-address`: asks for an address that the next step requires. */
export const PleaseSelectAddress = ({ close }: ModalProps<'please-select-address'>) => {
  const t = useWords('address', 'states')
  const known = useAddresses()
  const count = known.session.state === 'user' ? (known.addresses.state === 'ready' ? known.addresses.list.length : 0) : known.guests.length
  return (
    <SheetContent title={t('address:please.title')}>
      <div className={styles.saved}>
        <p>{t('address:please.text')}</p>
        {count > 0 && <SavedAddresses known={known} legend={t('address:saved')} onChosen={close} />}
        <Button look={count > 0 ? 'plain' : 'brand'} wide onClick={() => replaceModal('address-search')}>
          <Icon name="search" /> {t('address:please.find')}
        </Button>
      </div>
    </SheetContent>
  )
}
