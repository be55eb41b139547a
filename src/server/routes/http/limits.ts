import type { Endpoint } from '#contract/endpoint.ts'
import { networksOf } from '#domain/limits/network.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'

const MINUTE = 60_000
/** Windows in memory, about 10 MB. */
const MAX_KEYS = 50_000
/** Many people share one address behind a provider's network, and many such addresses the network around it. */
const NETWORK_FACTOR = 10
const WIDE_FACTOR = 40

/** Counts calls against `perMinute` of their endpoint. */
export type Limiter = (endpoint: Endpoint, ctx: Context, ip: string) => void

/** Exchanges counts with the other processes on this machine. */
export interface CountExchange {
  tell: (key: string) => void
  onHeard: (hear: (key: string, calls: number) => void) => void
}

/**
 * Limits per caller and per network, in memory: against floods only (codes are limited in the database). Workers of one machine share their
 * counts, so that the limit does not depend on their number; machines behind a balancer count separately. When memory is full the windows
 * not counted in for longest are evicted: made-up callers cannot reset the windows of a network that goes on.
 */
export const createLimiter = (now: () => number = Date.now, exchange?: CountExchange, maxKeys: number = MAX_KEYS): Limiter => {
  const windows = new Map<string, { start: number; count: number }>()
  const evictOldest = (): void => {
    const [oldest] = windows.keys()
    if (oldest !== undefined) windows.delete(oldest)
  }
  const add = (key: string, calls: number): number => {
    const at = now()
    const window = windows.get(key)
    const current = window && at - window.start < MINUTE ? window : { start: at, count: 0 }
    current.count += calls
    // A Map iterates in the order of insertion: written last, it is the last one to be evicted.
    windows.delete(key)
    windows.set(key, current)
    if (windows.size > maxKeys) evictOldest()
    return current.count
  }
  const count = (key: string, max: number): void => {
    exchange?.tell(key)
    if (add(key, 1) > max) throw fail('TOO_MANY_REQUESTS')
  }
  exchange?.onHeard((key, calls) => void add(key, calls))
  return (endpoint, ctx, ip) => {
    // Pages rendered in this process call for all visitors; their HTTP server has a limit of its own.
    if (!endpoint.perMinute || ctx.inside) return
    const networks = networksOf(ip)
    const caller = ctx.actor.kind === 'user' ? `u${ctx.actor.userId}` : ctx.actor.anonymousId || (networks?.own ?? '')
    const name = `${endpoint.method} ${endpoint.path}`
    // Networks first: a made-up caller of a full network takes no memory.
    if (networks) {
      count(`${name} @${networks.wide}`, endpoint.perMinute * WIDE_FACTOR)
      count(`${name} @${networks.own}`, endpoint.perMinute * NETWORK_FACTOR)
    }
    count(`${name} ${caller}`, endpoint.perMinute)
  }
}
