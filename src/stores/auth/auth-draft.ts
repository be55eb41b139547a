import { atom } from 'nanostores'

/** What was typed into the dialogs of signing in: it survives errors, going back a step, and closing; never a page. */
export interface AuthDraft {
  contact: string
  code: string
  password: string
  repeat: string
  oldPassword: string
  firstName: string
  lastName: string
  isCompany: boolean
  companyName: string
  tin: string
  /** The contact to confirm, or to take instead of the present one. */
  newEmail: string
  newPhone: string
}
const EMPTY: AuthDraft = {
  contact: '',
  code: '',
  password: '',
  repeat: '',
  oldPassword: '',
  firstName: '',
  lastName: '',
  isCompany: false,
  companyName: '',
  tin: '',
  newEmail: '',
  newPhone: ''
}

const $draft = atom<AuthDraft>(EMPTY)
export { $draft }

export const typed = <K extends keyof AuthDraft>(name: K, value: AuthDraft[K]): void => $draft.set({ ...$draft.get(), [name]: value })
/** Signed in. When the session had ended under the page, the dialog that was open then goes on with its contact. */
export const clearDraft = (goesOn = false): void => {
  const { newEmail, newPhone } = goesOn ? $draft.get() : EMPTY
  $draft.set({ ...EMPTY, newEmail, newPhone })
}
/** A closed dialog keeps what was typed, but no passwords. */
export const clearPasswords = (): void => $draft.set({ ...$draft.get(), password: '', repeat: '', oldPassword: '' })
