import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'

const MINUTE = 60_000
const MOST_KEYS = 50_000

/** Counts calls against `perMinute` of their endpoint. */
export type Limiter = (endpoint: Endpoint, ctx: Context, ip: string) => void

/** Per caller and per address, in this process: a brake on floods, not the guard of codes (that one is in the database). */
export const createLimiter = (): Limiter => {
  const windows = new Map<string, { start: number; count: number }>()
  const count = (key: string, most: number, now: number): void => {
    const window = windows.get(key)
    if (!window || now - window.start >= MINUTE) {
      if (windows.size >= MOST_KEYS) windows.clear()
      windows.set(key, { start: now, count: 1 })
      return
    }
    window.count += 1
    if (window.count > most) throw fail('TOO_MANY_REQUESTS')
  }
  return (endpoint, ctx, ip) => {
    if (!endpoint.perMinute) return
    const caller = ctx.actor.kind === 'user' ? `u${ctx.actor.userId}` : ctx.actor.anonymousId || ip
    const name = `${endpoint.method} ${endpoint.path}`
    count(`${name} ${caller}`, endpoint.perMinute, ctx.now())
    // Many people share one address behind a provider's network: ten times as much.
    if (ip) count(`${name} @${ip}`, endpoint.perMinute * 10, ctx.now())
  }
}
