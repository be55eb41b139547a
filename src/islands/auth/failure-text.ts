import type { Translate } from '#i18n/keys.ts'
import type { TaskState } from '#stores/tasks.ts'

/** The message of a failed task: the API's, or the offline message without a response. */
export const failureText = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' ? state.failure.message || t('modals:error.offline') : undefined

/** The message at the contact field: foreign numbers pass the form, and the API may refuse them as invalid. */
export const contactFailure = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' && state.failure.type === 'BAD_REQUEST' ? t('validation:phone') : failureText(state, t)
