import { memo, useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'
import { quantityStep } from '#domain/basket.ts'
import { unitName } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl, tintOfDepartment } from '#domain/pictures.ts'
import type { Translate } from '#i18n/keys.ts'
import { openingText } from '#i18n/opening.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $buyAgain, $closedSuppliers, announceCards, loadBuyAgain, loadMoreAgain } from '#stores/orders/buy-again.ts'
import { openModal } from '#stores/modals.ts'
import { restoreSession } from '#stores/auth/session.ts'
import styles from './BuyAgain.module.css'

/** Products the user ordered before, to add with one press; a guest is asked to sign in. */
export const BuyAgain = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<Skeleton lines={6} />}>
    <Body />
  </AfterMount>
)

const Body = () => {
  const t = useWords('collections', 'product', 'states', 'supplier')
  const locale = useLocale()
  const again = useStore($buyAgain)
  useEffect(() => void restoreSession(), [])
  if (again.state === 'loading') return <Skeleton lines={6} label={t('states:loading')} />
  if (again.state === 'failed') return <Failed text={again.failure.message} onRetry={() => void loadBuyAgain()} />
  if (again.state === 'signedOut')
    return (
      <Empty picture="🔑" title={t('collections:signInTitle')} text={t('collections:signInText')}>
        <Button look="brand" onClick={() => openModal('login')}>
          {t('collections:signIn')}
        </Button>
      </Empty>
    )
  if (again.list.length > 0) return <Cards list={again.list} rest={again.totalCount - again.list.length} more={again.more} />
  return (
    <Empty picture="🧾" title={t('collections:neverTitle')} text={t('collections:neverText')}>
      <a className="button button-brand" href={localePath(locale, '/categories')}>
        {t('collections:emptyAction')}
      </a>
    </Empty>
  )
}

/** When a closed supplier opens; renders nothing for an open one. */
const closedText = (open: OpenState | undefined, t: Translate): string => (open ? openingText(open, t, Date.now()) : '')

const Cards = ({ list, rest, more }: { list: readonly ProductCard[]; rest: number; more: 'idle' | 'loading' | 'failed' }) => {
  const t = useT('collections', 'states', 'supplier')
  const closed = useStore($closedSuppliers)
  useEffect(announceCards, [list])
  return (
    <section aria-labelledby="again">
      <h2 id="again" className="hidden-visually">
        {t('collections:again')}
      </h2>
      <div className={styles.grid}>
        {list.map((product) => (
          <Card key={product.id} product={product} closed={closedText(closed.get(product.supplier.id), t)} />
        ))}
      </div>
      {more === 'failed' && <p role="alert">{t('states:failed')}</p>}
      {rest > 0 && (
        <Button wide pending={more === 'loading'} onClick={() => void loadMoreAgain()}>
          {t('collections:more')}
        </Button>
      )}
    </section>
  )
}

/** The same markup as the cards of pages, for the page script. Rendered once, because that script changes the content. */
const Card = memo(({ product, closed }: { product: ProductCard; closed: string }) => {
  const t = useT('product')
  const locale = useLocale()
  const { id, name, price, basePrice, unitId, supplier, hasOptions } = product
  const weighed = unitId === WEIGHED_UNIT
  return (
    <article
      className="product"
      data-product={id}
      data-price={price}
      data-min={product.minimumPurchase}
      data-step={quantityStep(weighed)}
      data-unit={unitId}
      data-stock={product.stock ?? undefined}
      data-options={hasOptions ? 1 : 0}
    >
      <div className={`product-picture tint-${tintOfDepartment(supplier.hue, product.departmentId)}`}>
        <img src={pictureUrl(product.picture)} alt="" width="128" height="128" loading="lazy" decoding="async" />
      </div>
      <p className="product-price">
        <b>
          {formatAmd(price, locale)}
          {weighed && <span className="price-unit"> / {unitName(unitId, locale)}</span>}
        </b>
        {basePrice > price && (
          <>
            {' '}
            <s>
              <span className="hidden-visually">{t('product:oldPrice')} </span>
              {formatAmd(basePrice, locale)}
            </s>
          </>
        )}
      </p>
      <h3 className="product-name">
        <a href={localePath(locale, `/products/${id}`)}>{name}</a>
      </h3>
      <p className="product-from">{[supplier.name, closed].filter(Boolean).join(' · ')}</p>
      <div className="product-act">
        <button className="product-add" type="button" data-add="" aria-label={t(hasOptions ? 'product:choose' : 'product:add', { name })} />
        <span data-stepper="" hidden />
      </div>
    </article>
  )
})
