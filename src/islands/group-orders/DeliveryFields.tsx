import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Slot } from '#contract/baskets/calls.ts'
import type { WantedDelivery } from '#contract/group-orders/calls.ts'
import { slotWords } from '#islands/checkout/when-words.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Select } from '#islands/ui/forms/Choice.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { addressTitle } from '#stores/addresses/address-form.ts'
import { $addresses, $chosenAddress, followAddresses } from '#stores/addresses/addresses.ts'
import type { Failure } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'
import { loadSlotsOf, type SlotsQuery } from '#stores/group-orders/delivery.ts'

/** What is wrong with these is said beside them. */
export const DELIVERY_FIELDS: readonly string[] = ['addressId', 'deliveryTime']

interface FieldsProps {
  supplierId: number
  /** In how many minutes the list closes; 0: by hand. */
  inMinutes: number
  wanted: WantedDelivery
  failure: Failure | null
  onChange: (wanted: WantedDelivery) => void
}

const idOf = ({ date, time }: Slot): string => `${date} ${time}`

/** Where and when a group order is to come: one of the own addresses, and a slot after the list has closed. */
export const DeliveryFields = ({ supplierId, inMinutes, wanted, failure, onChange }: FieldsProps) => {
  const t = useT('group')
  const locale = useLocale()
  const addresses = useStore($addresses)
  const list = addresses.state === 'ready' ? addresses.list : []
  const chosen = useStore($chosenAddress)
  const addressId = wanted.addressId ?? chosen?.id ?? null
  const slots = useSlots({ supplierId, addressId, inMinutes }, addresses.state !== 'loading')
  useEffect(followAddresses, [])
  const { deliveryDate: date, deliveryTime: time, ...where } = wanted
  const slotId = date !== undefined && time !== undefined ? `${date} ${time}` : ''
  const isGone = slotId !== '' && slots !== null && !slots.some((slot) => idOf(slot) === slotId)
  // A list that closes later, or another address, may leave no time for the slot that was chosen.
  useEffect(() => {
    if (isGone) onChange(where)
  })
  const errorOf = (field: string): string | undefined => (failure?.field === field ? failure.message : undefined)
  return (
    <>
      {list.length > 0 && addressId !== null && (
        <Select
          label={t('group:delivery.where')}
          value={addressId}
          error={errorOf('addressId')}
          options={list.map((address) => ({ value: address.id, text: addressTitle(address) }))}
          onValue={(value) => {
            if (value !== '') onChange({ ...wanted, addressId: value })
          }}
        />
      )}
      {addresses.state === 'ready' && (
        <p>
          <Button
            onClick={() => {
              // What is found there becomes the delivery address of the shop.
              onChange({ ...wanted, addressId: undefined })
              openModal('address-search', { isNew: true })
            }}
          >
            <Icon name="plus" /> {t(list.length > 0 ? 'group:delivery.another' : 'group:delivery.add')}
          </Button>
        </p>
      )}
      <Select
        label={t('group:delivery.when')}
        value={slotId}
        error={errorOf('deliveryTime')}
        empty={t('group:delivery.soon')}
        options={(slots ?? []).map((slot) => ({
          value: idOf(slot),
          text: slotWords(slot, locale)
        }))}
        onValue={(value) => {
          const [day, at] = value.split(' ')
          onChange(day !== undefined && at !== undefined ? { ...where, deliveryDate: day, deliveryTime: at } : where)
        }}
      />
    </>
  )
}

/** null while they load. */
const useSlots = ({ supplierId, addressId, inMinutes }: SlotsQuery, isKnown: boolean): readonly Slot[] | null => {
  const key = `${supplierId} ${addressId ?? ''} ${inMinutes}`
  const [loaded, setLoaded] = useState<{ key: string; slots: readonly Slot[] }>({ key: '', slots: [] })
  useEffect(() => {
    let isWaiting = true
    if (isKnown) void loadSlotsOf({ supplierId, addressId, inMinutes }).then((slots) => isWaiting && setLoaded({ key, slots }))
    return () => {
      isWaiting = false
    }
  }, [key, supplierId, addressId, inMinutes, isKnown])
  return loaded.key === key ? loaded.slots : null
}
