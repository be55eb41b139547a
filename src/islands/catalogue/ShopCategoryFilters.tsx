import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { MAX_COUNTED } from '#domain/constants.ts'
import { PRODUCT_SORTINGS } from '#domain/enums.ts'
import { formatAmd, formatNumber } from '#domain/money.ts'
import { environment } from '#stores/environment.ts'
import {
  $productFilter,
  draftQuery,
  isPriceOutside,
  openProductFilter,
  changeDraft,
  type ProductFilterDraft
} from '#stores/products/product-filter.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice, Select } from '#islands/ui/forms/Choice.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'

const amountIn = (text: string): string => text.replace(/\D/g, '').slice(0, 8)
const EMPTY: ProductFilterDraft = { values: [], min: '', max: '', deals: false, sort: PRODUCT_SORTINGS.recommended }

/** Filters and sortings of a product list, with the number of results. */
export const ShopCategoryFilters = ({ params }: ModalProps<'shop-category-filters'>) => {
  const t = useT('listing', 'catalogue', 'states')
  const locale = useLocale()
  const filter = useStore($productFilter)
  const { path, query, categoryId, brand, catalog } = params
  const where = { categoryId, brand, catalog }
  useEffect(() => void openProductFilter({ categoryId, brand, catalog }, query), [categoryId, brand, catalog, query])
  if (filter.state === 'failed')
    return (
      <SheetContent title={t('listing:narrow')}>
        <Failed text={filter.failure.message} onRetry={() => void openProductFilter(where, query)} />
      </SheetContent>
    )
  if (filter.state === 'loading')
    return (
      <SheetContent title={t('listing:narrow')}>
        <Skeleton lines={8} label={t('states:loading')} />
      </SheetContent>
    )
  const { filters, draft, count } = filter
  const change = (part: Partial<ProductFilterDraft>): void => void changeDraft(where, part)
  const show = !count
    ? t('listing:apply')
    : count.isMore
      ? t('listing:showMost', { most: formatNumber(MAX_COUNTED, 0, locale) })
      : t('listing:show', { count: count.found })
  return (
    <SheetContent
      title={t('listing:narrow')}
      footer={
        <>
          <Button onClick={() => change(EMPTY)}>{t('listing:reset')}</Button>
          <Button look="brand" onClick={() => environment().navigate(path + draftQuery(draft, filters))}>
            {show}
          </Button>
        </>
      }
    >
      <Select
        label={t('catalogue:sort')}
        value={draft.sort}
        options={filters.sortings.map(({ id, name }) => ({ value: id, text: name }))}
        onValue={(sort) => change({ sort: Number(sort) })}
      />
      <Field
        label={t('listing:priceFrom')}
        inputMode="numeric"
        placeholder={String(filters.minPrice.value)}
        value={draft.min}
        onChange={({ target }) => change({ min: amountIn(target.value) })}
      />
      <Field
        label={t('listing:priceTo')}
        hint={
          isPriceOutside(draft, filters) &&
          t('listing:priceBounds', { from: formatAmd(filters.minPrice.value, locale), to: formatAmd(filters.maxPrice.value, locale) })
        }
        inputMode="numeric"
        placeholder={String(filters.maxPrice.value)}
        value={draft.max}
        onChange={({ target }) => change({ max: amountIn(target.value) })}
      />
      <Choice<'deals'>
        legend={t('listing:discounts')}
        kind="checkbox"
        chosen={draft.deals ? ['deals'] : []}
        options={[{ value: 'deals', label: t('listing:discounted') }]}
        onChoose={(names) => change({ deals: names.length > 0 })}
      />
      {filters.properties.map((group) => {
        const ownIds = group.values.map(({ id }) => id)
        return (
          <Choice<string>
            key={group.key}
            legend={group.name}
            kind="checkbox"
            chosen={draft.values.filter((id) => ownIds.includes(id))}
            options={group.values.map(({ id, name, count: n }) => ({
              value: id,
              label: name,
              note: formatNumber(n, 0, locale),
              // Disabled without results; a chosen value can always be removed.
              disabled: n === 0 && !draft.values.includes(id)
            }))}
            onChoose={(ids) => change({ values: [...draft.values.filter((id) => !ownIds.includes(id)), ...ids] })}
          />
        )
      })}
    </SheetContent>
  )
}
