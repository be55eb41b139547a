import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { supplierPath } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { formatMinutes } from '#domain/time/date-format.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { openModal } from '#stores/modals.ts'
import { $whoDelivers, followWhoDelivers, loadWhoDelivers } from '#stores/catalogue/who-delivers.ts'
import styles from './WhoDelivers.module.css'

/** Modal `who-delivers`: who comes to an address, for how much and in which time. */
export const WhoDelivers = (_: ModalProps<'who-delivers'>) => {
  const t = useWords('reach', 'states')
  const shown = useStore($whoDelivers)
  useEffect(followWhoDelivers, [])
  const isNowhere = shown.state === 'nowhere'
  return (
    <SheetContent
      title={t('reach:title')}
      footer={
        <Button look={isNowhere ? 'brand' : 'plain'} wide onClick={() => openModal('address-search', { isNew: true })}>
          <Icon name="search" /> {t(isNowhere ? 'reach:find' : 'reach:other')}
        </Button>
      }
    >
      {isNowhere && <p>{t('reach:text')}</p>}
      {shown.state === 'loading' && <Skeleton lines={6} label={t('states:loading')} />}
      {shown.state === 'failed' && <Failed text={shown.failure.message} onRetry={() => void loadWhoDelivers()} />}
      {shown.state === 'ready' && <Reached title={shown.title} suppliers={shown.suppliers} />}
    </SheetContent>
  )
}

const Reached = ({ title, suppliers }: { title: string; suppliers: readonly SupplierCard[] }) => {
  const t = useT('reach')
  const locale = useLocale()
  return (
    <>
      <p aria-live="polite">{t('reach:found', { count: suppliers.length, address: title })}</p>
      <ul className={styles.list}>
        {suppliers.map(({ id, kind, alias, name, delivery }) => (
          <li key={id}>
            <a href={localePath(locale, supplierPath(kind, alias))}>
              <span className={styles.name}>{name}</span>
              <span className="muted">
                {kind !== 'service' && `${formatMinutes(delivery.minutesFrom, delivery.minutesTo, locale)}, `}
                {delivery.priceFrom === 0 ? t('reach:free') : formatAmd(delivery.priceFrom, locale)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
