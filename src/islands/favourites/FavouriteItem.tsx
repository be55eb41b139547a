import { useStore } from '@nanostores/react'
import type { Favourite } from '#contract/favourites/calls.ts'
import { formatMinutes, unitName } from '#domain/time/date-format.ts'
import { supplierPath, WEIGHED_UNIT } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd, formatNumber } from '#domain/money.ts'
import { pictureUrl, tintOf } from '#domain/pictures.ts'
import { $favourites, isFavourite, NO_FAVOURITES, setFavourite } from '#stores/favourites/favourites.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import styles from './favourites.module.css'

/** Path of the heart icon (lucide, ISC). */
const HEART =
  'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5'

/** One favourite with its toggle. An item no longer sold has a name but no link. */
export const FavouriteItem = ({ item }: { item: Favourite }) => {
  const t = useT('favourites', 'product')
  const locale = useLocale()
  const favourites = useStore($favourites, { ssr: () => NO_FAVOURITES })
  const isSet = isFavourite(item, favourites)
  const masked = item.type === 'article' && item.name === '18+'
  const name = masked ? t('product:adultName') : item.name
  const href =
    item.type === 'article' ? `/products/${item.id}` : item.supplier ? supplierPath(item.supplier.kind, item.supplier.alias) : null
  return (
    <li className={item.isGone ? `${styles.item} ${styles.gone}` : styles.item}>
      <div className={`${styles.picture} tint-${tintOf(item.hue)}`}>
        <img src={pictureUrl(item.picture)} alt="" width="56" height="56" loading="lazy" />
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{item.isGone || !href ? name : <a href={localePath(locale, href)}>{name}</a>}</h2>
        {item.isGone ? <p className={styles.mark}>{t('favourites:gone')}</p> : <Facts item={item} />}
      </div>
      <button
        type="button"
        className={styles.heart}
        aria-pressed={isSet}
        aria-label={t('favourites:toggle', { name })}
        onClick={() => void setFavourite(item, !isSet)}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={HEART} />
        </svg>
      </button>
    </li>
  )
}

const Facts = ({ item }: { item: Favourite }) => {
  const t = useT('favourites', 'supplier', 'product')
  const locale = useLocale()
  if (item.type === 'article') {
    const { article } = item
    if (!article) return null
    const unit = article.unitId === WEIGHED_UNIT ? ` / ${unitName(article.unitId, locale)}` : ''
    return (
      <>
        <p>
          <b>
            {formatAmd(article.price, locale)}
            {unit}
          </b>{' '}
          {article.basePrice > article.price && (
            <s className="muted">
              <span className="hidden-visually">{t('product:oldPrice')} </span>
              {formatAmd(article.basePrice, locale)}
            </s>
          )}
        </p>
        <p className="muted">
          {article.supplier.name}
          {article.stock === 0 && ` · ${t('product:soldOut')}`}
        </p>
      </>
    )
  }
  const { supplier } = item
  if (!supplier) return null
  const { open, rating, delivery } = supplier
  return (
    <>
      <p className="muted">
        {rating && (
          <>
            <span className="hidden-visually">{t('supplier:rating', { average: formatNumber(rating.average, 1, locale) })}</span>
            <span aria-hidden="true">★ {formatNumber(rating.average, 1, locale)}</span> ·{' '}
          </>
        )}
        {supplier.sellsTickets ? t('supplier:tickets.atOnce') : formatMinutes(delivery.minutesFrom, delivery.minutesTo, locale)}
      </p>
      <p className={open.status === 0 ? styles.open : styles.mark}>{open.status === 0 ? t('supplier:open') : t('supplier:reason.close')}</p>
    </>
  )
}
