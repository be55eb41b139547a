import type { Translate } from '#i18n/keys.ts'
import type { TaskState } from '#stores/tasks.ts'

/** The sentence of a refused task; the API's own words, or ours when no answer came. */
export const failureText = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' ? state.failure.message || t('modals:error.offline') : undefined
