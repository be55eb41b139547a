import { lazy } from 'react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { saveMapPoint, type MapAnswer } from '#stores/addresses/map-point.ts'
import { answerQuestion, replaceModal } from '#stores/modals.ts'
import { AddressFinder } from './AddressFinder.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import styles from './address.module.css'
import { useAddresses } from './use-addresses.ts'

/** The script of the map is loaded on demand. */
const MapPicker = lazy(async () => ({ default: (await import('./MapPicker.tsx')).MapPicker }))

/** Modal `address-search`: a saved or a new address, shown in the header at once; with `map` only the map. */
export const AddressSearch = ({ params, close }: ModalProps<'address-search'>) => {
  const { map, lat, lng, ticket, isNew = false } = params
  if (!map) return <Search isNew={isNew} close={close} />
  const answer = (picked: MapAnswer): void => {
    saveMapPoint(picked)
    answerQuestion(ticket)
  }
  return <MapPicker start={lat === undefined || lng === undefined ? null : { lat, lng }} onPick={answer} onHand={() => answer('hand')} />
}

const Search = ({ isNew, close }: { isNew: boolean; close: () => void }) => {
  const t = useWords('address', 'validation', 'states')
  const known = useAddresses()
  const saved = known.session.state === 'user' ? (known.addresses.state === 'ready' ? known.addresses.list : []) : known.guests
  return (
    <SheetContent title={t('address:title')}>
      {saved.length > 0 && (
        <section className={styles.saved}>
          <h3>{t('address:saved')}</h3>
          <SavedAddresses known={known} legend={t('address:saved')} onChosen={close} />
        </section>
      )}
      <AddressFinder saveWords={t('address:use')} onSaved={close} takesFocus={isNew || saved.length === 0} />
      <Button look="quiet" onClick={() => replaceModal('supplier-branches')}>
        {t('address:pickup')}
      </Button>
    </SheetContent>
  )
}
