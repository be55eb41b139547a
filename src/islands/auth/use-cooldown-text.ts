import { useStore } from '@nanostores/react'
import { $cooldown } from '#stores/auth/code.ts'
import type { TaskState } from '#stores/tasks.ts'
import { useT } from '#islands/ui/locale.ts'

/** After too many requests: the remaining wait as text, updated every second. */
export const useCooldownText = (state: TaskState): string | undefined => {
  const t = useT('auth')
  const seconds = useStore($cooldown)
  const isWaiting = state.state === 'failed' && state.failure.type === 'TOO_MANY_REQUESTS' && seconds > 0
  return isWaiting ? t('auth:tooMany', { seconds }) : undefined
}
