import type { Translate } from '#i18n/keys.ts'
import type { TaskState } from '#stores/tasks.ts'

/** The sentence of a refused task; ours when no answer came. */
export const failureWords = (state: TaskState, t: Translate): string | undefined =>
  state.state === 'failed' ? state.failure.message || t('states:failedText') : undefined
