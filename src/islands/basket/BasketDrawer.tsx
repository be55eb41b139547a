import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { $basketOpen, closeBasket } from '#stores/basket-drawer.ts'
import { LocaleProvider, useT } from '#islands/ui/locale.tsx'
import { Sheet, SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { BasketColumn } from './BasketColumn.tsx'
import { useBasketParts } from './BasketParts.tsx'
import './painted.css'
import styles from './BasketDrawer.module.css'

const CLOSED = () => false

/** The basket of the page: a drawer, and beside a menu the column that the plain script has painted so far. */
export const BasketDrawer = ({ locale }: { locale: Locale }) => {
  const open = useStore($basketOpen, { ssr: CLOSED })
  return (
    <LocaleProvider locale={locale}>
      <Suspense>
        <PaintersWords />
      </Suspense>
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

/** The words the plain script paints with, in the page's HTML. */
const PaintersWords = () => {
  const t = useT('basket', 'product', 'states')
  return (
    <span
      hidden
      data-words
      data-less={t('product:less')}
      data-more={t('product:more')}
      data-checkout={t('basket:checkout')}
      data-offline={t('states:offline')}
    />
  )
}

const Drawer = () => {
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

const nothingChanges = () => () => undefined
const findColumn = (): Element | null => document.querySelector('[data-basket-column]')
const noColumn = (): Element | null => null

/** The column's element belongs to the page; React draws into it. */
const Column = () => {
  const place = useSyncExternalStore(nothingChanges, findColumn, noColumn)
  return (
    place && (
      <Suspense>
        <Taken place={place} />
      </Suspense>
    )
  )
}

/** What the plain script painted goes in the moment the live column is there. */
const Taken = ({ place }: { place: Element }) => {
  useT('basket', 'states', 'product')
  useLayoutEffect(() => {
    place.setAttribute('data-basket-column', 'live')
    for (const child of [...place.children]) if (!child.hasAttribute('data-live')) child.remove()
  }, [place])
  return createPortal(<BasketColumn />, place)
}
