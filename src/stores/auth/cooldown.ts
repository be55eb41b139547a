import { atom } from 'nanostores'
import { environment } from '#stores/environment.ts'
import { isFailure } from '#stores/errors.ts'

/** Seconds until another code may be requested. */
const $cooldown = atom(0)
export { $cooldown }

/** Seconds to wait, from the error data of TOO_MANY_REQUESTS; 0 otherwise. */
export const retryAfterOf = (cause: unknown): number => {
  const data: unknown = isFailure(cause, 'TOO_MANY_REQUESTS') ? cause.data : null
  return typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) || 0 : 0
}

let stopTicking: (() => void) | null = null

export const startCooldown = (seconds: number): void => {
  if (seconds <= 0) return
  stopTicking?.()
  const until = environment().now() + seconds * 1000
  const tick = (): void => {
    const left = Math.max(0, Math.ceil((until - environment().now()) / 1000))
    $cooldown.set(left)
    stopTicking = left > 0 ? environment().later(1000, tick) : null
  }
  tick()
}
