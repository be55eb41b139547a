import { useStore } from '@nanostores/react'
import { supplierKindOfType, SUPPLIER_TYPE } from '#domain/enums.ts'
import { TAB_OF_KIND } from '#domain/search/tabs.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SearchBox } from './SearchBox.tsx'
import { $suggested } from '#stores/search/suggestions.ts'
import './mobile-search.css'

const Search = ({ supplierType, title }: { supplierType?: number; title: string }) => {
  const t = useT('search', 'states')
  const found = useStore($suggested)
  const kind = supplierKindOfType(supplierType ?? SUPPLIER_TYPE.all)
  const tab = kind && kind !== 'all' ? TAB_OF_KIND[kind] : undefined
  const words = { label: t('search:label'), placeholder: t('search:placeholder'), go: t('search:go') }
  return (
    <SheetContent title={title}>
      <div className="mobile-search">
        <SearchBox
          locale={useLocale()}
          words={words}
          takesFocus
          {...(supplierType === undefined ? {} : { supplierType })}
          {...(tab ? { tab } : {})}
        />
        <p className="muted">
          {found.term !== '' && found.items.length === 0 ? t('search:nothingFor', { term: found.term }) : t('search:hint')}
        </p>
      </div>
    </SheetContent>
  )
}

/** Modal `mobile-search`: search of the whole market, full screen beside the keyboard. */
export const MobileSearch = (_: ModalProps<'mobile-search'>) => <Search title={useT('search')('search:title')} />

/** Modal `shop-mobile-search`: search among the suppliers of one type. */
export const ShopMobileSearch = ({ params }: ModalProps<'shop-mobile-search'>) => {
  const t = useT('search')
  const kind = supplierKindOfType(params.supplierType)
  const tab = kind && kind !== 'all' ? TAB_OF_KIND[kind] : undefined
  return <Search supplierType={params.supplierType} title={tab ? t(`search:tab.${tab}`) : t('search:title')} />
}
