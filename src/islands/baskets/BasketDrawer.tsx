import { Suspense, useSyncExternalStore } from 'react'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { $basketOpen } from '#stores/baskets/drawer.ts'
import { LocaleProvider, useT } from '#islands/ui/locale.ts'
import { BasketColumn } from './BasketColumn.tsx'
import { BasketSheet } from './BasketSheet.tsx'
import './painted.css'

/** The page script imports its actions from this chunk: it contains the stores, but not React's renderer. */
export * from '#page-scripts/baskets/actions.ts'

const CLOSED = () => false
const nothingChanges = () => () => undefined
const findColumn = (): Element | null => document.querySelector('[data-basket-column]')
const noColumn = (): Element | null => null

/**
 * The basket: a drawer, and beside a menu the column first rendered by the page script. Nothing in it suspends: `showBasket` loads the messages
 * first, because React shows suspended content no sooner than 300 ms later.
 */
export const BasketDrawer = ({ locale }: { locale: Locale }) => {
  const open = useStore($basketOpen, { ssr: CLOSED })
  const column = useSyncExternalStore(nothingChanges, findColumn, noColumn)
  return (
    <LocaleProvider locale={locale}>
      <Suspense>
        <PaintersWords />
      </Suspense>
      {column && (
        <Suspense>
          <BasketColumn column={column} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <BasketSheet />
        </Suspense>
      )}
    </LocaleProvider>
  )
}

/** Texts for scripts that cannot wait for messages, in the page's HTML. */
const PaintersWords = () => {
  const t = useT('basket', 'states')
  return (
    <template
      data-words
      data-less={t('states:less')}
      data-more={t('states:more')}
      data-loading={t('states:loading')}
      data-checkout={t('basket:checkout')}
      data-offline={t('states:offline')}
    />
  )
}
