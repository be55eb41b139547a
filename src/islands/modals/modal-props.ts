import type { ModalId, ModalParameters } from '#stores/modal-list.ts'

/** What every modal component gets. It renders `SheetContent`; the frame is the host's. */
export interface ModalProps<I extends ModalId> {
  params: ModalParameters[I]
  close: () => void
}
