import { atom } from 'nanostores'
import type { Variables } from '#i18n/keys.ts'
import { environment } from './environment.ts'
import type { AskingModal, ModalId, ModalParameters, Question } from './modal-list.ts'

export type OpenModal = { [I in ModalId]: { key: number; id: I; params: ModalParameters[I] } }[ModalId]

const $modals = atom<readonly OpenModal[]>([])
/** The stack of open modals, bottom first. */
export { $modals }

let lastKey = 0
const tickets = new Map<number, (agreed: boolean) => void>()

/** Opens a modal on top and emits the event that hydrates the host. Ignored when the top modal has the same id and parameters. */
export const openModal = <I extends ModalId>(
  id: I,
  ...[params]: object extends ModalParameters[I] ? [params?: ModalParameters[I]] : [params: ModalParameters[I]]
): void => {
  const stack = $modals.get()
  const top = stack.at(-1)
  if (top?.id === id && JSON.stringify(top.params) === JSON.stringify(params ?? {})) return
  $modals.set([...stack, { key: ++lastKey, id, params: params ?? {} } as OpenModal])
  environment().emit('intent:modal')
}

/** Closes the modal with this key, or the top one, and all modals above it. */
export const closeModal = (key?: number): void => {
  const stack = $modals.get()
  const index = key === undefined ? stack.length - 1 : stack.findIndex((modal) => modal.key === key)
  if (index < 0) return
  $modals.set(stack.slice(0, index))
  for (const { params } of stack.slice(index)) if ('ticket' in params) settle(params.ticket, false)
}

export const closeAllModals = (): void => {
  const base = $modals.get()[0]
  if (base) closeModal(base.key)
}

/** Opens a modal unless it is open: several calls of a page may fail at once. */
export const openModalOnce = (id: 'account-validation'): void => {
  if (!$modals.get().some((modal) => modal.id === id)) openModal(id)
}

/** Replaces the top modal. */
export const replaceModal: typeof openModal = (id, ...params) => {
  closeModal()
  openModal(id, ...params)
}

/** Opens a modal that asks a question. Resolves to true on its confirm button, false when it closes in any other way. */
export const askIn = <I extends AskingModal>(id: I, params: Omit<ModalParameters[I], 'ticket'>): Promise<boolean> =>
  new Promise((resolve) => {
    const ticket = ++lastKey
    tickets.set(ticket, resolve)
    openModal<ModalId>(id, { ...params, ticket } as never)
  })

/** Asks a question in the confirm modal. */
export const ask = (question: Question, variables?: Variables): Promise<boolean> =>
  askIn('confirm', { question, ...(variables ? { variables } : {}) })

/** Answers a pending question with yes and closes its modal. */
export const answerQuestion = (ticket = 0): void => {
  settle(ticket, true)
  const open = $modals.get().find(({ params }) => 'ticket' in params && params.ticket === ticket)
  if (open) closeModal(open.key)
}

const settle = (ticket: number | undefined, agreed: boolean): void => {
  tickets.get(ticket ?? 0)?.(agreed)
  tickets.delete(ticket ?? 0)
}
