import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { formatQuantity } from '#domain/time/date-format.ts'
import { MENU_ID } from '#domain/constants.ts'
import { ORDER_MODE, supplierPath, type UnitId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { $location } from '#stores/addresses/location.ts'
import { clearBasket } from '#stores/baskets/actions.ts'
import { $session } from '#stores/auth/session.ts'
import { $basketOpen, closeBasket } from '#stores/baskets/drawer.ts'
import { $basketFlags } from '#stores/baskets/flags.ts'
import { entriesOf, itemsOf } from '#stores/baskets/lines.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { fulfilmentOfBasket } from '#stores/baskets/mode.ts'
import { basketStep, type BasketStep } from '#stores/baskets/next-step.ts'
import { $basket } from '#stores/baskets/shown.ts'
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
import { PromoCode } from './PromoCode.tsx'
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
  const { total, below } = useStore($snapshot)
  const { latitude } = useStore($location)
  const { state: session } = useStore($session)
  const [Suggestions, setSuggestions] = useState<typeof SuggestionsOf | null>(null)
  useEffect(() => void startBasket(), [])
  // Loaded after the lines: optional.
  const filled = state.state === 'ready' && state.basket.status === 'fill'
  const inGroup = state.state === 'ready' && state.basket.type !== 'user'
  useEffect(() => {
    if (!inGroup) return
    let stop: (() => void) | null = null
    let isMounted = true
    // When the script fails to load the basket is up to date after the next change.
    import('#stores/group-orders/group-order.ts').then((store) => isMounted && (stop = store.followGroup())).catch(() => undefined)
    return () => {
      isMounted = false
      stop?.()
    }
  }, [inGroup])
  useEffect(() => {
    // When the script fails to load there are no suggestions.
    if (filled) import('./Suggestions.tsx').then((module) => setSuggestions(() => module.Suggestions)).catch(() => undefined)
  }, [filled])

  if (state.state === 'failed') return { body: <Failed text={state.failure.message} onRetry={() => void loadBasket()} />, foot: null }
  if (state.state !== 'ready')
    return {
      body: <RememberedLines />,
      foot: total > 0 && <NextStep step={below ? { kind: 'remembered', ...below } : { kind: 'checkout' }} total={total} />
    }
  const { basket, settling } = state
  // What is booked has no price yet, and what a member bears is the initiator's.
  const isPriced = basket.type !== 'member' && basket.orderMode.orderMode !== ORDER_MODE.SERVICE
  const offline = flags.offline && <Offline />
  if (basket.status === 'empty') {
    const body = (
      <>
        {offline}
        <EmptyBasket />
      </>
    )
    return { body, foot: inGroup && <ToGroup total={0} /> }
  }
  const body = (
    <>
      {offline}
      <BasketLines basket={basket} />
      {session === 'user' && isPriced && <PromoCode basket={basket} />}
      {isPriced && (
        <TotalsBlock
          totals={basket}
          settling={settling}
          deliveries={entriesOf(basket).length}
          hasAddress={latitude !== null}
          fulfilment={fulfilmentOfBasket(basket)}
        />
      )}
      <Button look="quiet" onClick={() => void clearBasket()}>
        {t('basket:clear')}
      </Button>
      {Suggestions && <Suggestions items={itemsOf(basket)} />}
    </>
  )
  return { body, foot: inGroup ? <ToGroup total={basket.orderPrice} /> : <NextStep step={basketStep(basket)} total={basket.orderPrice} /> }
}

/** Leads to the group order, where its members are ready and its initiator goes on to the checkout. */
const ToGroup = ({ total }: { total: number }) => {
  const t = useT('basket')
  const { limitError } = useStore($basketFlags)
  return (
    <>
      {limitError && <p className="muted">{t('basket:overLimit')}</p>}
      <Button look="brand" wide className={styles.checkout} onClick={() => openModal('group-order')}>
        <span>{t('basket:group')}</span>
        <Money amd={total} />
      </Button>
    </>
  )
}

/** The lines of the snapshot, until the basket is loaded. */
const RememberedLines = () => {
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

/** What the snapshot knows of a minimum, until the basket is loaded. */
interface Remembered {
  kind: 'remembered'
  supplier: string
  missing: number
  path: string | undefined
}

/** The button: mends what keeps the basket from the checkout, and says what that is. */
const NextStep = ({ step, total }: { step: BasketStep | Remembered; total: number }) => {
  const t = useT('basket')
  const locale = useLocale()
  if (step.kind === 'stock') return <CheckStock />
  if (step.kind === 'remembered') return <AddMore {...step} path={localePath(locale, step.path ?? '/checkout')} />
  if (step.kind === 'minimum') {
    const { name, kind, alias } = step.entry.supplier
    return <AddMore supplier={name} missing={step.missing} path={localePath(locale, supplierPath(kind, alias))} />
  }
  if (step.kind === 'checkout') return <Checkout total={total} />
  return (
    <Button look="brand" wide onClick={() => openModal('address-search', { isNew: true })}>
      {t('basket:part.otherAddress')}
    </Button>
  )
}

/** On the page of the supplier the basket closes and the menu comes into view, ready for the keyboard. */
const showMenu = (): void => {
  const show = (): void => {
    const menu = document.getElementById(MENU_ID)
    menu?.scrollIntoView({ block: 'start' })
    menu?.focus({ preventScroll: true })
  }
  if (!$basketOpen.get()) return show()
  // Closing the drawer goes back in the history, which restores the scroll position.
  addEventListener('popstate', () => requestAnimationFrame(show), { once: true })
  closeBasket()
}

/** Leads to the menu of the supplier below its minimum. */
const AddMore = ({ supplier, missing, path }: { supplier: string; missing: number; path: string }) => {
  const locale = useLocale()
  return (
    <a
      className="button button-brand"
      href={`${path}#${MENU_ID}`}
      onClick={(event) => {
        if (location.pathname !== path) return
        event.preventDefault()
        showMenu()
      }}
    >
      {useT('basket')('basket:part.toMinimum', { price: formatAmd(missing, locale), supplier })}
    </a>
  )
}

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
