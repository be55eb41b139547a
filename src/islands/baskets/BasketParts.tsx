import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { formatQuantity } from '#domain/time/date-format.ts'
import type { UnitId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { clearBasket } from '#stores/baskets/actions.ts'
import { $basketFlags } from '#stores/baskets/flags.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { $basket, $shortItems } from '#stores/baskets/shown.ts'
import { $snapshot } from '#stores/baskets/snapshot.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { openModal } from '#stores/modals.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { BasketLines } from './BasketLines.tsx'
import type { Suggestions as SuggestionsOf } from './Suggestions.tsx'
import { TotalsBlock } from './TotalsBlock.tsx'
import styles from './BasketParts.module.css'

/** The content of the basket, used by drawer and column. */
export interface BasketParts {
  body: ReactNode
  /** Footer that stays visible: the checkout button. */
  foot: ReactNode
}

export const useBasketParts = (): BasketParts => {
  const t = useT('basket', 'states')
  const state = useStore($basket)
  const flags = useStore($basketFlags)
  const short = useStore($shortItems)
  const { total } = useStore($snapshot)
  const [Suggestions, setSuggestions] = useState<typeof SuggestionsOf | null>(null)
  useEffect(() => void startBasket(), [])
  // Loaded after the lines: optional.
  const filled = state.state === 'ready' && state.basket.status === 'fill'
  useEffect(() => {
    // When the script fails to load there are no suggestions.
    if (filled) import('./Suggestions.tsx').then((module) => setSuggestions(() => module.Suggestions)).catch(() => undefined)
  }, [filled])

  if (state.state === 'failed') return { body: <Failed text={state.failure.message} onRetry={() => void loadBasket()} />, foot: null }
  if (state.state !== 'ready') return { body: <Remembered />, foot: total > 0 && <Checkout total={total} /> }
  const { basket, settling } = state
  const offline = flags.offline && <Offline />
  if (basket.status === 'empty') {
    const body = (
      <>
        {offline}
        <EmptyBasket />
      </>
    )
    return { body, foot: null }
  }
  const body = (
    <>
      {offline}
      <BasketLines basket={basket} />
      {Suggestions && <Suggestions items={itemsOf(basket)} />}
      <TotalsBlock totals={basket} settling={settling} />
      <Button look="quiet" onClick={() => void clearBasket()}>
        {t('basket:clear')}
      </Button>
    </>
  )
  return { body, foot: short.length > 0 ? <CheckStock /> : <Checkout total={basket.orderPrice} /> }
}

/** The lines of the snapshot, until the basket is loaded. */
const Remembered = () => {
  const t = useT('states')
  const locale = useLocale()
  const { lines } = useStore($snapshot)
  if (lines.length === 0) return <Skeleton lines={5} label={t('states:loading')} />
  return (
    <ul className="painted-lines" aria-busy>
      {lines.map(({ key, name, quantity, unitId }) => (
        <li key={key}>
          <span>{name}</span> <span className="muted">{formatQuantity(quantity, unitId as UnitId, locale)}</span>
        </li>
      ))}
    </ul>
  )
}

const Checkout = ({ total }: { total: number }) => (
  <a className={`button button-brand ${styles.checkout}`} href={localePath(useLocale(), '/checkout')}>
    <span>{useT('basket')('basket:checkout')}</span>
    <Money amd={total} />
  </a>
)

const CheckStock = () => (
  <Button look="brand" wide onClick={() => openModal('out-of-stock-info')}>
    {useT('basket')('basket:stock.show')}
  </Button>
)

const EmptyBasket = () => {
  const t = useT('basket')
  return (
    <Empty picture="🧺" title={t('basket:empty.title')} text={t('basket:empty.text')}>
      <a className="button button-brand" href={localePath(useLocale(), '/restaurants')}>
        {t('basket:empty.action')}
      </a>
    </Empty>
  )
}

const Offline = () => (
  <output className={styles.offline}>
    <Icon name="alert" /> {useT('states')('states:offline')}
  </output>
)
