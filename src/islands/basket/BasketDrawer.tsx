import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { $basketOpen, closeBasket } from '#stores/basket-drawer.ts'
import { LocaleProvider, useT } from '#islands/ui/locale.tsx'
import { Sheet, SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { BasketColumn } from './BasketColumn.tsx'
import { BasketView } from './BasketView.tsx'
import styles from './BasketDrawer.module.css'

const CLOSED = () => false

/** The basket of the page: a drawer, and beside a menu the column that the plain script has painted so far. */
export const BasketDrawer = ({ locale }: { locale: Locale }) => {
  const open = useStore($basketOpen, { ssr: CLOSED })
  return (
    <LocaleProvider locale={locale}>
      <Column />
      {open && (
        <Sheet shape="side" locksScroll onClose={closeBasket}>
          <Suspense fallback={<Waiting />}>
            <Drawer />
          </Suspense>
        </Sheet>
      )}
    </LocaleProvider>
  )
}

const Drawer = () => {
  const t = useT('basket')
  return <BasketView frame={(body, foot) => (
    <SheetContent title={t('basket:title')} footer={foot}>
      {body}
    </SheetContent>
  )} />
}

const Waiting = () => (
  <div className={styles.waiting}>
    <Skeleton lines={6} />
  </div>
)

/** Takes over the column's element, once its words are there. */
const Column = () => {
  const [place, setPlace] = useState<Element | null>(null)
  useEffect(() => setPlace(document.querySelector('[data-basket-column]')), [])
  return (
    place && (
      <Suspense>
        <Taken place={place} />
      </Suspense>
    )
  )
}

const Taken = ({ place }: { place: Element }) => {
  useT('basket', 'states', 'product')
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    place.setAttribute('data-basket-column', 'live')
    place.replaceChildren()
    setEmpty(true)
  }, [place])
  return empty && createPortal(<BasketColumn />, place)
}
