import type { Translate } from '#i18n/keys.ts'
import type { TaskState } from '#stores/tasks.ts'

/** The sentence of a refused task; the API's own words, or ours when no answer came. */
export const failureText = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' ? state.failure.message || t('modals:error.offline') : undefined

/** A refusal of what was typed as a contact, at its field: another country's number passes the form, and the API may find that it is none at all. */
export const contactFailure = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' && state.failure.type === 'BAD_REQUEST' ? t('validation:phone') : failureText(state, t)
