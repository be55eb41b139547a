import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { SUPPLIER_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { MAX_FILTER_PRICE } from '#domain/listing.ts'
import type { Key } from '#i18n/keys.ts'
import {
  $supplierFilter,
  chooseSuppliers,
  openSupplierFilter,
  showSuppliers,
  type SupplierChoice
} from '#stores/catalogue/supplier-filter.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice, Select } from '#islands/ui/forms/Choice.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'

const SORTINGS: Record<keyof typeof SUPPLIER_SORTINGS, Key> = {
  recommended: 'catalogue:recommended',
  distance: 'listing:distance',
  deliveryTime: 'catalogue:deliveryTime',
  mostPopular: 'listing:mostPopular',
  freeDelivery: 'catalogue:freeDelivery',
  deals: 'catalogue:deals',
  new: 'catalogue:newest',
  pickUp: 'listing:pickUp',
  pickedForYou: 'listing:pickedForYou'
}
const SWITCHES = { open: 'catalogue:openNow', deals: 'listing:onlyDeals', free: 'listing:onlyFree' } as const satisfies Partial<
  Record<keyof SupplierChoice, Key>
>
type Switch = keyof typeof SWITCHES
const EMPTY: Omit<SupplierChoice, 'near' | 'city'> = {
  ...{ category: '', open: false, deals: false, free: false },
  ...{ min: '', max: '', brand: '', country: '', sort: SUPPLIER_SORTINGS.recommended }
}
const MAX_DIGITS = String(MAX_FILTER_PRICE).length
const amountIn = (text: string): string => text.replace(/\D/g, '').slice(0, MAX_DIGITS)

/** Filters and sortings of a supplier list, with the number of results. */
export const RestaurantFilter = ({ params: { type, path, query } }: ModalProps<'restaurant-filter'>) => {
  const t = useT('listing', 'catalogue', 'states')
  const filter = useStore($supplierFilter)
  useEffect(() => void openSupplierFilter(type, query), [type, query])
  if (filter.state === 'failed')
    return (
      <SheetContent title={t('listing:narrow')}>
        <Failed text={filter.failure.message} onRetry={() => void openSupplierFilter(type, query)} />
      </SheetContent>
    )
  if (filter.state === 'loading')
    return (
      <SheetContent title={t('listing:narrow')}>
        <Skeleton lines={8} label={t('states:loading')} />
      </SheetContent>
    )
  const { choice, categories, cities, filters, count } = filter
  const choose = (change: Partial<SupplierChoice>): void => void chooseSuppliers(type, change)
  const on = (Object.keys(SWITCHES) as Switch[]).filter((name) => choice[name])
  return (
    <SheetContent
      title={t('listing:narrow')}
      footer={
        <>
          <Button onClick={() => choose(EMPTY)}>{t('listing:reset')}</Button>
          <Button look="brand" onClick={() => showSuppliers(path)}>
            {count === null ? t('listing:apply') : t('listing:show', { count })}
          </Button>
        </>
      }
    >
      <Select
        label={t('catalogue:sort')}
        value={choice.sort}
        options={(Object.keys(SORTINGS) as (keyof typeof SORTINGS)[]).map((name) => ({
          value: SUPPLIER_SORTINGS[name],
          text: t(SORTINGS[name])
        }))}
        onValue={(sort) => choose({ sort: Number(sort) })}
      />
      {categories.length > 1 && (
        <Select
          label={t('catalogue:kinds')}
          value={choice.category}
          empty={t('catalogue:all')}
          options={categories.map(({ key, name }) => ({ value: key, text: name }))}
          onValue={(category) => choose({ category: String(category) })}
        />
      )}
      <Select
        label={t('catalogue:city')}
        value={choice.city}
        options={cities.map(({ key, name }) => ({ value: key, text: name }))}
        onValue={(city) => choose({ city: String(city) })}
      />
      {filters.maxPrice.value > 0 && (
        <>
          <Field
            label={t('listing:priceFrom')}
            inputMode="numeric"
            placeholder={String(filters.minPrice.value)}
            value={choice.min}
            onChange={({ target }) => choose({ min: amountIn(target.value) })}
          />
          <Field
            label={t('listing:priceTo')}
            inputMode="numeric"
            placeholder={String(filters.maxPrice.value)}
            value={choice.max}
            onChange={({ target }) => choose({ max: amountIn(target.value) })}
          />
        </>
      )}
      {filters.properties.map(({ key, name, values }) =>
        key === 'brand' || key === 'country' ? (
          <Select
            key={key}
            label={name}
            value={choice[key]}
            empty={t('catalogue:all')}
            options={values.map((one) => ({ value: one.id, text: one.name }))}
            onValue={(value) => choose({ [key]: String(value) })}
          />
        ) : null
      )}
      <Choice<Switch>
        legend={t('catalogue:filters')}
        kind="checkbox"
        chosen={on}
        options={(Object.keys(SWITCHES) as Switch[]).map((name) => ({
          value: name,
          label: t(name === 'free' && type === SUPPLIER_TYPE.service ? 'listing:onlyFreeVisit' : SWITCHES[name])
        }))}
        onChoose={(names) => choose({ open: names.includes('open'), deals: names.includes('deals'), free: names.includes('free') })}
      />
    </SheetContent>
  )
}
