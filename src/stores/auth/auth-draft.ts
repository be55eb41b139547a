import { atom } from 'nanostores'

/** Inputs of the sign-in dialogs. They survive errors, a step back, and closing, but not leaving the page. */
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
  /** The contact to confirm, or to replace the current one with. */
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
/** Clears the draft after sign-in. `keepContacts`: the session had expired, and the open dialog continues with its contact. */
export const clearDraft = (keepContacts = false): void => {
  const { newEmail, newPhone } = keepContacts ? $draft.get() : EMPTY
  $draft.set({ ...EMPTY, newEmail, newPhone })
}
/** Clears the passwords when a dialog closes; other inputs stay. */
export const clearPasswords = (): void => $draft.set({ ...$draft.get(), password: '', repeat: '', oldPassword: '' })
