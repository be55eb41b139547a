import { createElement, Suspense, type ComponentType } from 'react'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { MODALS } from '#stores/modal-list.ts'
import { $modals, closeModal, type OpenModal } from '#stores/modals.ts'
import { LocaleProvider } from '#islands/ui/locale.ts'
import { Sheet, SheetWaiting } from '#islands/ui/Sheet.tsx'
import { ModalBoundary } from './ModalBoundary.tsx'
import { MODAL_COMPONENTS } from './registry.ts'

const NONE: readonly OpenModal[] = []

/** Renders the stack of open modals; sleeps until the first one opens. */
export const ModalHost = ({ locale }: { locale: Locale }) => {
  const stack = useStore($modals, { ssr: () => NONE })
  return (
    <LocaleProvider locale={locale}>
      {stack.map((modal) => (
        <Frame key={modal.key} modal={modal} />
      ))}
    </LocaleProvider>
  )
}

const Frame = ({ modal }: { modal: OpenModal }) => {
  const close = (): void => closeModal(modal.key)
  // The registry pairs each id with its own parameters; the compiler cannot follow a pair through a union.
  const component = MODAL_COMPONENTS[modal.id] as ComponentType<{ params: object; close: () => void }>
  return (
    <Sheet {...MODALS[modal.id]} onClose={close}>
      <Suspense fallback={<SheetWaiting />}>
        <ModalBoundary>{createElement(component, { params: modal.params, close })}</ModalBoundary>
      </Suspense>
    </Sheet>
  )
}
