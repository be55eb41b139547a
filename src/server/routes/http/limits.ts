import type { Endpoint } from '#contract/endpoint.ts'
import { networksOf } from '#domain/limits/network.ts'
import type { Context } from '#server/context.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'

const MINUTE = 60_000
/** Windows in memory, about 10 MB. */
const MAX_KEYS = 50_000
const EVICTED_AT_ONCE = 3
/** Many people share one address behind a provider's network, and many such addresses the network around it. */
const NETWORK_FACTOR = 10
const WIDE_FACTOR = 40

/**
 * Counts calls against `perMinute` of their endpoint. Returns false when only neighbours have filled their network and the endpoint asks for
 * a puzzle then; `isSolved` is a call that brings one. TOO_MANY_REQUESTS otherwise.
 */
export type Limiter = (endpoint: Endpoint, ctx: Context, ip: string, isSolved?: boolean) => boolean

/** Counts a call of a browser navigation, which is led on instead of refused. Returns whether it is within the limit. */
export const isWithinLimit = (limit: Limiter, endpoint: Endpoint, ctx: Context, ip: string): boolean => {
  try {
    return limit(endpoint, ctx, ip)
  } catch (cause) {
    if (cause instanceof ServiceError && cause.type === 'TOO_MANY_REQUESTS') return false
    throw cause
  }
}

export interface Window {
  start: number
  count: number
}

/** Exchanges counts with the other processes on this machine. */
export interface CountExchange {
  tell: (key: string) => void
  onHeard: (hear: (key: string, calls: number) => void) => void
}

/**
 * Limits per caller and per network, in memory: against floods only (codes are limited in the database). Workers of one machine share their
 * counts, so that the limit does not depend on their number; machines behind a balancer count separately. Windows that are over are evicted,
 * and when memory is full those not counted in for longest: made-up callers cannot reset the windows of a network that goes on.
 */
export const createLimiter = (
  now: () => number = Date.now,
  exchange?: CountExchange,
  maxKeys: number = MAX_KEYS,
  windows = new Map<string, Window>()
): Limiter => {
  // One of the future began before the clock was set back.
  const isOver = ({ start }: Window, at: number): boolean => at < start || at - start >= MINUTE
  /** The window not counted in for longest, when it is over or there are too many. A few each time, so that no call pays for all. */
  const evictOldest = (at: number): void => {
    for (let count = 0; count < EVICTED_AT_ONCE; count += 1) {
      const [oldest] = windows
      if (!oldest || (windows.size <= maxKeys && !isOver(oldest[1], at))) return
      windows.delete(oldest[0])
    }
  }
  const add = (key: string, calls: number): Window => {
    const at = now()
    const window = windows.get(key)
    const current = window && !isOver(window, at) ? window : { start: at, count: 0 }
    current.count += calls
    // A Map iterates in the order of insertion: written last, it is the last one to be evicted.
    windows.delete(key)
    windows.set(key, current)
    evictOldest(at)
    return current
  }
  /** Counts a call; milliseconds until the window ends when it is one too many, else 0. */
  const excess = (key: string, max: number): number => {
    exchange?.tell(key)
    const { start, count } = add(key, 1)
    return count > max ? start + MINUTE - now() : 0
  }
  const refuse = (ms: number): never => {
    throw fail('TOO_MANY_REQUESTS', { data: { retryAfter: Math.ceil(ms / 1_000) } })
  }
  exchange?.onHeard((key, calls) => void add(key, calls))
  return (endpoint, ctx, ip, isSolved = false) => {
    // Pages rendered in this process call for all visitors; their HTTP server has a limit of its own.
    if (!endpoint.perMinute || ctx.inside) return true
    const networks = networksOf(ip)
    const caller = ctx.actor.kind === 'user' ? `u${ctx.actor.userId}` : ctx.actor.anonymousId || (networks?.own ?? '')
    const name = `${endpoint.method} ${endpoint.path}`
    // Networks first: a made-up caller of a full network takes no memory.
    const ofNetworks = networks
      ? excess(`${name} @${networks.wide}`, endpoint.perMinute * WIDE_FACTOR) ||
        excess(`${name} @${networks.own}`, endpoint.perMinute * NETWORK_FACTOR)
      : 0
    if (ofNetworks > 0 && !endpoint.codes.includes('CHALLENGE_REQUIRED')) refuse(ofNetworks)
    if (ofNetworks > 0 && !isSolved) return false
    const own = excess(`${name} ${caller}`, endpoint.perMinute)
    if (own > 0) refuse(own)
    return true
  }
}
