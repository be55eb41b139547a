import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { SUPPLIER_SORTINGS } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { removeLoginMark } from '#islands/ui/login-mark.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $pickup, followPickup, startPickup, type PickupBranch } from '#stores/baskets/pickup.ts'
import { openModal } from '#stores/modals.ts'
import { BranchWords } from './BranchWords.tsx'
import { PickHere } from './PickHere.tsx'
import styles from './pickup.module.css'

/** The script of the map is loaded on demand. */
const BranchMap = lazy(async () => ({ default: (await import('./BranchMap.tsx')).BranchMap }))

const keyOf = (branches: readonly PickupBranch[]): string => branches.map(({ branchId }) => branchId).join()

/** Modal `supplier-branches`: where to fetch an order, as a list by distance and on a map, in step. */
export const SupplierBranches = ({ params }: ModalProps<'supplier-branches'>) => {
  const t = useWords('pickup', 'supplier', 'states')
  const locale = useLocale()
  const pickup = useStore($pickup)
  const [shown, setShown] = useState<number | null>(null)
  const [hasMap, setMap] = useState(false)
  useEffect(removeLoginMark, [])
  const start = (point?: { lat: number; lng: number }): void => void startPickup(params, point)
  useEffect(() => followPickup(params), [params])
  const pointOnMap = async (): Promise<void> => {
    const { chooseOnMap } = await import('#stores/addresses/map-point.ts')
    const answer = await chooseOnMap(null)
    if (answer !== null && answer !== 'hand') start(answer.point)
    else if (answer === 'hand') openModal('address-search', { isNew: true })
  }
  return (
    <SheetContent title={t('pickup:title')}>
      {pickup.state === 'loading' && <Skeleton lines={6} label={t('states:loading')} />}
      {pickup.state === 'failed' && <Failed text={pickup.failure.message} onRetry={() => start()} />}
      {pickup.state === 'noSupplier' && (
        <Empty picture="🏪" title={t('pickup:none.title')} text={t('pickup:none.text')}>
          <a className="button button-brand" href={`${localePath(locale, '/restaurants')}?sort=${SUPPLIER_SORTINGS.pickUp}`}>
            {t('pickup:none.action')}
          </a>
        </Empty>
      )}
      {pickup.state === 'placeless' && (
        <div className={styles.stack}>
          <p>{t('pickup:place.text')}</p>
          <Button look="brand" wide onClick={() => openModal('please-select-address')}>
            <Icon name="search" /> {t('pickup:place.address')}
          </Button>
          <Button wide onClick={() => void pointOnMap()}>
            <Icon name="pin" /> {t('pickup:place.map')}
          </Button>
        </div>
      )}
      {pickup.state === 'ready' && (
        <div className={styles.stack}>
          <p className="muted">{t('pickup:text', { supplier: pickup.supplier })}</p>
          {hasMap ? (
            <Suspense fallback={<Skeleton lines={4} />}>
              <BranchMap key={keyOf(pickup.branches)} branches={pickup.branches} shown={shown} onShow={setShown} />
            </Suspense>
          ) : (
            <Button onClick={() => setMap(true)}>
              <Icon name="pin" /> {t('pickup:onMap')}
            </Button>
          )}
          <ul className={styles.list}>
            {pickup.branches.map((branch, index) => (
              <li key={branch.branchId} className={branch.branchId === shown ? `${styles.branch} ${styles.shown}` : styles.branch}>
                <BranchWords branch={branch} number={index + 1} />
                <p className={styles.ways}>
                  <PickHere supplierId={pickup.supplierId} branch={branch} queued={params.queued} />
                  <Button
                    look="quiet"
                    aria-label={`${t('pickup:details')}, ${branch.address}`}
                    onClick={() =>
                      openModal('select-supplier-branch', { ...params, supplierId: pickup.supplierId, branchId: branch.branchId })
                    }
                  >
                    {t('pickup:details')}
                  </Button>
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </SheetContent>
  )
}
