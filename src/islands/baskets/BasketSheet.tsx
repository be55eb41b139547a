import { Suspense } from 'react'
import { closeBasket } from '#stores/baskets/drawer.ts'
import { useT } from '#islands/ui/locale.ts'
import { Sheet, SheetContent, SheetWaiting } from '#islands/ui/Sheet.tsx'
import { useBasketParts } from './BasketParts.tsx'

/** The basket as a drawer. */
export const BasketSheet = () => (
  <Sheet shape="side" locksScroll onClose={closeBasket}>
    <Suspense fallback={<SheetWaiting />}>
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
