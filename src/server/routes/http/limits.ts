import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'

const MINUTE = 60_000
const MAX_KEYS = 50_000

/** Counts calls against `perMinute` of their endpoint. */
export type Limiter = (endpoint: Endpoint, ctx: Context, ip: string) => void

/** Tells calls counted here to the other processes on this machine, and hands in theirs. */
export interface CountExchange {
  tell: (key: string) => void
  onHeard: (hear: (key: string, calls: number) => void) => void
}

/**
 * Per caller and per address, in memory: a brake on floods, not the guard of codes (that one is in the database). Workers of one machine
 * tell each other their counts, so that a limit is the same however many there are; machines behind a balancer count for themselves.
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
  const count = (key: string, most: number): void => {
    exchange?.tell(key)
    if (add(key, 1) > most) throw fail('TOO_MANY_REQUESTS')
  }
  exchange?.onHeard((key, calls) => void add(key, calls))
  return (endpoint, ctx, ip) => {
    // Pages of this process ask for everybody: their front keeps a limit of its own.
    if (!endpoint.perMinute || ctx.inside) return
    const caller = ctx.actor.kind === 'user' ? `u${ctx.actor.userId}` : ctx.actor.anonymousId || ip
    const name = `${endpoint.method} ${endpoint.path}`
    count(`${name} ${caller}`, endpoint.perMinute)
    // Many people share one address behind a provider's network: ten times as much.
    if (ip) count(`${name} @${ip}`, endpoint.perMinute * 10)
  }
}
