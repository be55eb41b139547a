import { Suspense } from 'react'
import { closeBasket } from '#stores/basket-drawer.ts'
import { useT } from '#islands/ui/locale.tsx'
import { Sheet, SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { useBasketParts } from './BasketParts.tsx'
import styles from './BasketSheet.module.css'

/** The basket as a drawer. */
export const BasketSheet = () => (
  <Sheet shape="side" locksScroll onClose={closeBasket}>
    <Suspense fallback={<Waiting />}>
      <Content />
    </Suspense>
  </Sheet>
)

const Content = () => {
  const t = useT('basket')
  const { body, foot } = useBasketParts()
  return (
    <SheetContent title={t('basket:title')} footer={foot}>
      {body}
    </SheetContent>
  )
}

const Waiting = () => (
  <div className={styles.waiting}>
    <Skeleton lines={6} />
  </div>
)
