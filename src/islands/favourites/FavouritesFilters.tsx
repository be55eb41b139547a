import { useRef, useState } from 'react'
import { SUPPLIER_KINDS } from '#domain/enums.ts'
import type { FavouritesFilter } from '#stores/favourites/favourites-list.ts'
import { useT } from '#islands/ui/locale.ts'
import styles from './favourites.module.css'

const TYPES = [
  { type: 'supplier', label: 'favourites:partners' },
  { type: 'article', label: 'favourites:products' }
] as const
const PAUSE_MS = 250

interface Props {
  filter: FavouritesFilter
  /** Nothing is there that could be filtered. */
  tabsOnly: boolean
  onFilter: (filter: FavouritesFilter) => void
}

/** Filters: suppliers or products, supplier kind, and search text. */
export const FavouritesFilters = ({ filter, tabsOnly, onFilter }: Props) => {
  const t = useT('favourites', 'catalogue')
  const [term, setTerm] = useState(filter.term)
  const timer = useRef(0)
  const choose = (next: Partial<FavouritesFilter>): void => {
    clearTimeout(timer.current)
    onFilter({ ...filter, term, ...next })
  }
  const type = (next: string): void => {
    setTerm(next)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onFilter({ ...filter, term: next }), PAUSE_MS)
  }
  return (
    <div className={styles.filters}>
      <fieldset className={styles.chips}>
        <legend className="hidden-visually">{t('favourites:tabs')}</legend>
        {TYPES.map(({ type: one, label }) => (
          <button
            key={one}
            type="button"
            className={`chip ${styles.choice}`}
            aria-pressed={filter.type === one}
            onClick={() => choose({ type: one })}
          >
            {t(label)}
          </button>
        ))}
      </fieldset>
      {tabsOnly || (
        <>
          <label className={styles.kind}>
            <span className="hidden-visually">{t('favourites:kinds')}</span>
            <select value={filter.kind} onChange={({ target }) => choose({ kind: target.value as FavouritesFilter['kind'] })}>
              <option value="all">{t('favourites:allKinds')}</option>
              {SUPPLIER_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`catalogue:${kind}`)}
                </option>
              ))}
            </select>
          </label>
          <search className={styles.search} aria-label={t('favourites:search')}>
            <label>
              <span className="hidden-visually">{t('favourites:search')}</span>
              <input
                type="search"
                value={term}
                maxLength={200}
                placeholder={t('favourites:search')}
                onChange={({ target }) => type(target.value)}
              />
            </label>
          </search>
        </>
      )}
    </div>
  )
}
