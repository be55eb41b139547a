import type { PGlite } from '@electric-sql/pglite'
import { DatabaseUnreachable } from './server-away.ts'

/**
 * Runs one piece of work at a time, in the order they came. Work that waits longer than `limitMs` is refused with DatabaseUnreachable.
 * Between two pieces the event loop has its turn: the embedded database does its work within microtasks, and a queue of it would let
 * no page, no answer and no timer pass until it is empty.
 */
export const createTurns = (limitMs: number) => {
  const waiting = new Set<() => void>()
  let isBusy = false
  const begun = (): void => {
    isBusy = false
    for (const begin of waiting) return begin()
  }
  const next = (): void => {
    if (waiting.size === 0) isBusy = false
    else setImmediate(begun)
  }
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(late)
        waiting.delete(begin)
        isBusy = true
        resolve()
      }
      const late = setTimeout(() => {
        waiting.delete(begin)
        reject(new DatabaseUnreachable(new Error(`timeout expired: the embedded database was busy for ${limitMs} ms`)))
      }, limitMs)
      waiting.add(begin)
      if (!isBusy) begin()
    })
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await work()
    } finally {
      next()
    }
  }
}

/**
 * Bounds how long a call waits for the embedded database, which does one thing at a time: without a bound a crowd that is too large for it
 * waits ever longer, and nobody is answered.
 */
export const boundWaiting = (client: PGlite, limitMs: number): void => {
  const inTurn = createTurns(limitMs)
  const [query, exec, transaction] = [client.query.bind(client), client.exec.bind(client), client.transaction.bind(client)]
  client.query = <T>(...parameters: Parameters<PGlite['query']>) => inTurn(() => query<T>(...parameters))
  client.exec = (...parameters) => inTurn(() => exec(...parameters))
  client.transaction = (work) => inTurn(() => transaction(work))
}
