import type { Endpoint } from '#contract/endpoint.ts'
import { networksOf, ownNetwork, type NetworkSize } from '#domain/limits/network.ts'
import type { Context } from '#server/context.ts'
import { isSolution } from '#server/services/auth/challenge.ts'
import { challengeRequired, useOf, type PuzzleOrigin } from '#server/services/auth/gate.ts'
import { fail, ServiceError } from '#server/services/core/fail.ts'

const MINUTE = 60_000
/** Windows in memory, about 10 MB. */
const MAX_KEYS = 50_000
const EVICTED_AT_ONCE = 3
/** Many people share one address behind a provider's network, and many such addresses the networks around it. */
const NETWORK_FACTORS: Readonly<Record<NetworkSize, number>> = { address: 10, street: 40, customer: 10, site: 40, operator: 400 }

export interface Limiter {
  /**
   * Counts a call against `perMinute` of its endpoint. Returns false when neighbours have filled the network and the call brings no solution
   * (`isSolved` is false): a puzzle is asked for. TOO_MANY_REQUESTS for the caller's own calls, and for a full network where no puzzle can be
   * asked for (`isSolved` is missing).
   */
  (endpoint: Endpoint, ctx: Context, ip: string, isSolved?: boolean): boolean
  /** Counts something that has a number of its own for each network, whoever calls. Returns false past it. */
  networks: (limit: NetworkLimit, ctx: Context, ip: string) => boolean
}

/** What networks may do in a minute together. */
export interface NetworkLimit {
  name: string
  perMinute: Readonly<Record<NetworkSize, number>>
}

/** Counts a call; CHALLENGE_REQUIRED where neighbours have filled its network and it brings no solution. */
export const requireWithinLimit = async (limit: Limiter, endpoint: Endpoint, ctx: Context, from: PuzzleOrigin): Promise<void> => {
  const isSolved = await isSolution(ctx, from.challengeSolution, from.ip)
  if (!limit(endpoint, ctx, from.ip, isSolved)) throw await challengeRequired(ctx, useOf(ctx, from))
}

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
  /** Milliseconds until a full window ends, without counting; 0 when it is not full. It counts as used: it must not be evicted. */
  const fullFor = (key: string, max: number): number => {
    const window = windows.get(key)
    if (!window || window.count < max || isOver(window, now())) return 0
    windows.delete(key)
    windows.set(key, window)
    return window.start + MINUTE - now()
  }
  /** What one network is too full for is counted in none: it takes no memory, and does not fill the networks around it. */
  const excessOfNetworks = (name: string, ip: string, maxOf: (size: NetworkSize) => number): number => {
    const networks = networksOf(ip).map((network) => ({ key: `${name} @${network.name}`, max: maxOf(network.size) }))
    const full = Math.max(0, ...networks.map(({ key, max }) => fullFor(key, max)))
    return full > 0 ? full : Math.max(0, ...networks.map(({ key, max }) => excess(key, max)))
  }
  const limit = (endpoint: Endpoint, ctx: Context, ip: string, isSolved?: boolean): boolean => {
    const { perMinute } = endpoint
    // Pages rendered in this process call for all visitors; their HTTP server has a limit of its own.
    if (!perMinute || ctx.inside) return true
    const caller = ctx.actor.kind === 'user' ? `u${ctx.actor.userId}` : ctx.actor.anonymousId || ownNetwork(ip)
    const name = `${endpoint.method} ${endpoint.path}`
    // Networks first: a made-up caller of a full network takes no memory.
    const ofNetworks = excessOfNetworks(name, ip, (size) => perMinute * NETWORK_FACTORS[size])
    if (ofNetworks > 0 && isSolved === undefined) refuse(ofNetworks)
    if (ofNetworks > 0 && !isSolved) return false
    const own = excess(`${name} ${caller}`, perMinute)
    if (own > 0) refuse(own)
    return true
  }
  const networks: Limiter['networks'] = ({ name, perMinute }, ctx, ip) =>
    ctx.inside || excessOfNetworks(name, ip, (size) => perMinute[size]) === 0
  return Object.assign(limit, { networks })
}
