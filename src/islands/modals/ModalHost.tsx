import { createElement, Suspense } from 'react'
import { useStore } from '@nanostores/react'
import type { Locale } from '#domain/locale.ts'
import { MODALS } from '#stores/modal-list.ts'
import { $modals, closeModal, type OpenModal } from '#stores/modals.ts'
import { LocaleProvider } from '#islands/ui/locale.ts'
import { Sheet, SheetWaiting } from '#islands/ui/Sheet.tsx'
import { ModalBoundary } from './ModalBoundary.tsx'
import { useModal } from './use-modal.ts'

const NONE: readonly OpenModal[] = []

/** Renders the stack of open modals; hydrates when the first one opens. */
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
  return (
    <Sheet {...MODALS[modal.id]} onClose={close}>
      <Suspense fallback={<SheetWaiting />}>
        <ModalBoundary>
          <Inside modal={modal} close={close} />
        </ModalBoundary>
      </Suspense>
    </Sheet>
  )
}

const Inside = ({ modal, close }: { modal: OpenModal; close: () => void }) => {
  const body = useModal(modal.id)
  return body ? createElement(body, { params: modal.params, close }) : <SheetWaiting />
}
