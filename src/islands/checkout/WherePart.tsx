import { lazy, Suspense, useEffect, useState, type Ref } from 'react'
import type { KnownAddresses } from '#islands/addresses/use-addresses.ts'
import { SavedAddresses } from '#islands/addresses/SavedAddresses.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import type { AddressFormHandle, SavedBy } from '#islands/addresses/AddressForm.tsx'
import { readAddressDraft } from '#stores/addresses/address-draft.ts'
import { loadAddresses } from '#stores/addresses/addresses.ts'
import { removeEntry } from '#stores/addresses/out-of-area.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { fulfilmentOfBasket } from '#stores/baskets/mode.ts'
import { obstaclesOf, type Draft } from '#stores/checkout/place-order.ts'
import { clearRefusal, type Placing } from '#stores/checkout/checkout.ts'
import { openModal } from '#stores/modals.ts'
import { focusAnswer, Part } from './Part.tsx'
import styles from './checkout.module.css'

const loadFinder = () => import('#islands/addresses/AddressFinder.tsx')
const AddressFinder = lazy(async () => ({ default: (await loadFinder()).AddressFinder }))

interface WherePartProps {
  known: KnownAddresses
  draft: Draft
  /** The address problem of the last attempt to order. */
  missing: 'address' | 'field' | null
  /** Handle of the new address's form, while shown. */
  formRef: Ref<AddressFormHandle>
  placing: Placing
  /** Grows when the address is asked for: opens the search, or focuses the known address. */
  asked: number
  onTyping: (isTyping: boolean) => void
}

const ADDRESS_CODES: readonly string[] = ['INVALID_ADDRESS', 'SUPPLIER_TOO_FAR']

/** Delivery address: saved addresses, or a new one in place. Shows at once when it is out of the area. */
export const WherePart = ({ known, draft, missing, formRef, placing, asked, onTyping }: WherePartProps) => {
  const t = useT('checkout', 'basket')
  const { session, addresses, guests } = known
  const isService = fulfilmentOfBasket(draft.basket) === 'service'
  const tooFar = obstaclesOf(draft).flatMap((one) =>
    one.kind === 'tooFar' ? [t(isService ? 'checkout:service.tooFar' : 'checkout:tooFar', { supplier: one.supplier })] : []
  )
  const refused = placing.state === 'refused' && ADDRESS_CODES.includes(placing.failure.type) ? placing.failure.message : ''
  const error = tooFar.join(' ') || refused || undefined
  const list = session.state === 'user' ? (addresses.state === 'ready' ? addresses.list : null) : guests
  const [saves, setSaves] = useState(0)
  // The focused form was unmounted: the focus moves to the saved address.
  useEffect(() => {
    if (saves > 0) focusAnswer('where')
  }, [saves])
  const isKnown = list !== null && list.length > 0
  useEffect(() => {
    if (asked > 0 && isKnown) focusAnswer('where')
  }, [asked, isKnown])
  return (
    <Part name="where" title={t(isService ? 'checkout:service.where' : 'checkout:where')}>
      {session.state === 'user' && addresses.state === 'failed' ? (
        <Failed text={addresses.failure.message} onRetry={() => void loadAddresses()} />
      ) : !list ? (
        <div className={styles.whereRoom}>
          <Skeleton lines={3} />
        </div>
      ) : list.length > 0 ? (
        <>
          <SavedAddresses known={known} legend={t('address:saved')} error={error} onChosen={clearRefusal} />
          <p className={styles.ways}>
            <Button onClick={() => openModal('address-search', { isNew: true })}>
              <Icon name="plus" /> {t('checkout:anotherAddress')}
            </Button>
            {tooFar.length > 0 &&
              entriesOf(draft.basket)
                .filter(({ outOfArea }) => outOfArea)
                .map((entry) => (
                  <Button key={entry.supplier.id} onClick={() => removeEntry(entry)}>
                    {t('basket:part.leaveOut', { supplier: entry.supplier.name })}
                  </Button>
                ))}
          </p>
        </>
      ) : (
        <>
          {missing && (
            <p className={styles.error} role="alert">
              <Icon name="alert" /> {t(missing === 'field' ? 'checkout:addressIncomplete' : 'checkout:addressNeeded')}
            </p>
          )}
          <NewAddress
            formRef={formRef}
            asked={asked}
            onTyping={onTyping}
            onSaved={(by) => {
              clearRefusal()
              if (by === 'form') setSaves((count) => count + 1)
            }}
          />
        </>
      )}
    </Part>
  )
}

interface NewAddressProps extends Pick<WherePartProps, 'formRef' | 'asked' | 'onTyping'> {
  onSaved: (by: SavedBy) => void
}

/** Looks like the field it becomes when pressed: the script of the finder is loaded on demand. */
const NewAddress = ({ formRef, asked, onTyping, onSaved }: NewAddressProps) => {
  const t = useT('address')
  const [hasDraft] = useState(() => readAddressDraft() !== null)
  const [isOpen, setOpen] = useState(hasDraft)
  if (!isOpen && asked === 0) {
    return (
      <button className={styles.finder} type="button" onPointerEnter={() => void loadFinder()} onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>{t('address:search')}</span>
      </button>
    )
  }
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <AddressFinder saveWords={t('address:use')} onSaved={onSaved} onTyping={onTyping} takesFocus={!hasDraft} persist formRef={formRef} />
    </Suspense>
  )
}
