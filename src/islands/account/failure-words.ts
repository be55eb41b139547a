import type { Translate } from '#i18n/keys.ts'
import type { TaskState } from '#stores/tasks.ts'

/** The message of a failed task: the API's, or ours without a response. */
export const failureWords = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' ? state.failure.message || t('states:failedText') : undefined
