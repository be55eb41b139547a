import type { ModalId, ModalParameters } from '#stores/modal-list.ts'

/** Props of every modal component. It renders `SheetContent`; the host renders the frame. */
export interface ModalProps<I extends ModalId> {
  params: ModalParameters[I]
  close: () => void
}
