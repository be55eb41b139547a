import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { localePath, type Locale } from '#domain/locale.ts'
import { $favouritesList, EVERYTHING, loadFavourites, startFavourites, type FavouritesFilter } from '#stores/favourites/favourites-list.ts'
import { openModal } from '#stores/modals.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { FavouriteItem } from './FavouriteItem.tsx'
import { FavouritesFilters } from './FavouritesFilters.tsx'
import styles from './favourites.module.css'

/** The user's favourite suppliers and products, filtered by kind and text. */
export const FavouritesPage = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Waiting />}>
    <Body />
  </AfterMount>
)

const Waiting = () => (
  <div className={styles.list} aria-hidden="true">
    {[0, 1, 2].map((index) => (
      <div key={index} className={styles.item}>
        <Skeleton lines={2} />
      </div>
    ))}
  </div>
)

const Body = () => {
  const t = useWords('favourites', 'states', 'supplier', 'product', 'catalogue')
  const list = useStore($favouritesList)
  /** null: nothing chosen, the store decides the tab. */
  const [chosen, setFilter] = useState<FavouritesFilter | null>(null)
  const filter = chosen ?? (list.state === 'ready' ? list.filter : EVERYTHING)
  /** Key of the filter fields; incremented to reset them. */
  const [clean, setClean] = useState(0)
  useEffect(() => void startFavourites(), [])
  const choose = (next: FavouritesFilter): void => {
    setFilter(next)
    void loadFavourites(next)
  }
  const showAll = (): void => {
    setClean(clean + 1)
    choose({ ...EVERYTHING, type: filter.type })
  }
  if (list.state === 'loading') return <Waiting />
  if (list.state === 'guest')
    return (
      <Empty picture="💛" title={t('favourites:guestTitle')} text={t('favourites:guestText')}>
        <Button look="brand" onClick={() => openModal('login')}>
          {t('favourites:signIn')}
        </Button>
      </Empty>
    )
  if (list.state === 'failed') return <Failed text={list.failure.message} onRetry={() => void loadFavourites(filter)} />
  const isEmpty = list.items.length === 0 && list.filter.kind === 'all' && list.filter.term.trim() === ''
  return (
    <>
      <FavouritesFilters key={clean} filter={filter} tabsOnly={isEmpty} onFilter={choose} />
      <output className="muted" aria-busy={list.refreshing || undefined}>
        {t('favourites:count', { count: list.totalCount })}
      </output>
      {list.items.length === 0 ? (
        <Nothing filter={list.filter} onAll={showAll} />
      ) : (
        <ul className={styles.list}>
          {list.items.map((item) => (
            <FavouriteItem key={`${item.type}${item.id}`} item={item} />
          ))}
        </ul>
      )}
    </>
  )
}

const Nothing = ({ filter, onAll }: { filter: FavouritesFilter; onAll: () => void }) => {
  const t = useWords('favourites')
  const locale = useLocale()
  if (filter.kind !== 'all' || filter.term.trim())
    return (
      <Empty picture="🔎" title={t('favourites:noneTitle')} text={t('favourites:noneText')}>
        <Button onClick={onAll}>{t('favourites:showAll')}</Button>
      </Empty>
    )
  return (
    <Empty picture="💛" title={t('favourites:emptyTitle')} text={t('favourites:emptyText')}>
      <a className="button button-brand" href={localePath(locale, '/restaurants')}>
        {t('favourites:browse')}
      </a>
    </Empty>
  )
}
