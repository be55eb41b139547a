import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $pickup, startPickup } from '#stores/baskets/pickup.ts'
import { BranchWords } from './BranchWords.tsx'
import { PickHere } from './PickHere.tsx'
import styles from './pickup.module.css'

const BranchMap = lazy(async () => ({ default: (await import('./BranchMap.tsx')).BranchMap }))

/** Modal `select-supplier-branch`: one branch with its phone and its place on the map, to be taken. */
export const SelectBranch = ({ params }: ModalProps<'select-supplier-branch'>) => {
  const t = useWords('pickup', 'supplier', 'states')
  const pickup = useStore($pickup)
  const [hasMap, setMap] = useState(false)
  const { supplierId, branchId, queued } = params
  const isLoaded = pickup.state === 'ready' && pickup.supplierId === supplierId
  useEffect(() => {
    if (!isLoaded) void startPickup({ supplierId, ...(queued && { queued }) })
  }, [isLoaded, supplierId, queued])
  const branch = pickup.state === 'ready' ? pickup.branches.find((one) => one.branchId === branchId) : undefined
  return (
    <SheetContent
      title={t('pickup:selectTitle')}
      footer={branch && <PickHere supplierId={supplierId} branch={branch} queued={queued} wide />}
    >
      {branch ? (
        <div className={styles.stack}>
          <BranchWords branch={branch} />
          <p>
            <a className={styles.phone} href={`tel:${branch.phone}`}>
              {branch.phone}
            </a>
          </p>
          {hasMap ? (
            <Suspense fallback={<Skeleton lines={4} />}>
              <BranchMap branches={[branch]} shown={branchId} onShow={() => undefined} />
            </Suspense>
          ) : (
            <Button onClick={() => setMap(true)}>
              <Icon name="pin" /> {t('pickup:onMap')}
            </Button>
          )}
        </div>
      ) : pickup.state === 'failed' ? (
        <Failed text={pickup.failure.message} onRetry={() => void startPickup({ supplierId, ...(queued && { queued }) })} />
      ) : (
        <Skeleton lines={5} label={t('states:loading')} />
      )}
    </SheetContent>
  )
}
