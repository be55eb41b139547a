import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'

const MINUTE = 60_000
const MAX_KEYS = 50_000

/** Counts calls against `perMinute` of their endpoint. */
export type Limiter = (endpoint: Endpoint, ctx: Context, ip: string) => void

/** Exchanges counts with the other processes on this machine. */
export interface CountExchange {
  tell: (key: string) => void
  onHeard: (hear: (key: string, calls: number) => void) => void
}

/**
 * Limits per caller and per address, in memory: against floods only (codes are limited in the database). Workers of one machine share their
 * counts, so that the limit does not depend on their number; machines behind a balancer count separately.
 */
export const createLimiter = (now: () => number = Date.now, exchange?: CountExchange): Limiter => {
  const windows = new Map<string, { start: number; count: number }>()
  const add = (key: string, calls: number): number => {
    const at = now()
    const window = windows.get(key)
    if (window && at - window.start < MINUTE) return (window.count += calls)
    if (windows.size >= MAX_KEYS) windows.clear()
    windows.set(key, { start: at, count: calls })
    return calls
  }
  const count = (key: string, max: number): void => {
    exchange?.tell(key)
    if (add(key, 1) > max) throw fail('TOO_MANY_REQUESTS')
  }
  exchange?.onHeard((key, calls) => void add(key, calls))
  return (endpoint, ctx, ip) => {
    // Pages rendered in this process call for all visitors; their HTTP server has a limit of its own.
    if (!endpoint.perMinute || ctx.inside) return
    const caller = ctx.actor.kind === 'user' ? `u${ctx.actor.userId}` : ctx.actor.anonymousId || ip
    const name = `${endpoint.method} ${endpoint.path}`
    count(`${name} ${caller}`, endpoint.perMinute)
    // Many people share one address behind a provider's network: ten times as much.
    if (ip) count(`${name} @${ip}`, endpoint.perMinute * 10)
  }
}
