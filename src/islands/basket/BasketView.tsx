import { useEffect, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { localePath } from '#domain/locale.ts'
import { $basket, $basketFlags, $shortItems, clearBasket, loadBasket, startBasket } from '#stores/basket.ts'
import { openModal } from '#stores/modals.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useLocale, useT } from '#islands/ui/locale.tsx'
import { BasketLines } from './BasketLines.tsx'
import { TotalsBlock } from './TotalsBlock.tsx'
import styles from './BasketView.module.css'

/** Body and foot of the basket, for the drawer and the column to frame. */
export const BasketView = ({ frame }: { frame: (body: ReactNode, foot: ReactNode | null) => ReactNode }) => {
  const t = useT('basket', 'states')
  const locale = useLocale()
  const state = useStore($basket)
  const flags = useStore($basketFlags)
  const short = useStore($shortItems)
  useEffect(() => void startBasket(), [])

  if (state.state === 'failed') return frame(<Failed text={state.failure.message} onRetry={() => void loadBasket()} />, null)
  if (state.state !== 'ready') return frame(<Skeleton lines={5} label={t('states:loading')} />, null)
  const { basket, settling } = state
  if (basket.status === 'empty')
    return frame(
      <>
        {flags.offline && <Offline />}
        <Empty picture="🧺" title={t('basket:empty.title')} text={t('basket:empty.text')}>
          <a className="button button-brand" href={localePath(locale, '/restaurants')}>
            {t('basket:empty.action')}
          </a>
        </Empty>
      </>,
      null
    )
  return frame(
    <>
      {flags.offline && <Offline />}
      <BasketLines basket={basket} />
      <TotalsBlock totals={basket} settling={settling} />
      <Button look="quiet" onClick={() => void clearBasket()}>
        {t('basket:clear')}
      </Button>
    </>,
    short.length > 0 ? (
      <Button look="brand" wide onClick={() => openModal('out-of-stock-info')}>
        {t('basket:stock.show')}
      </Button>
    ) : (
      <a className={`button button-brand ${styles.checkout}`} href={localePath(locale, '/checkout')}>
        <span>{t('basket:checkout')}</span>
        <Money amd={basket.orderPrice} />
      </a>
    )
  )
}

const Offline = () => (
  <p className={styles.offline} role="status">
    <Icon name="alert" /> {useT('states')('states:offline')}
  </p>
)
