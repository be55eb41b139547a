import { setTimeout as sleep } from 'node:timers/promises'
import type { Fetch } from '#client/call.ts'
import type { Lane } from './lane.ts'
import { LatencyHistogram } from './latency-histogram.ts'

const LONGEST_ANSWER_MS = 30_000

/** Counts requests, their times and what went wrong with them. */
export class Tally {
  /** Of the whole run, and since `nextPeriod`. */
  readonly all = new LatencyHistogram()
  period = new LatencyHistogram()
  readonly failures: string[] = []
  readonly kinds = new Map<string, number>()

  nextPeriod(): LatencyHistogram {
    const last = this.period
    this.period = new LatencyHistogram()
    return last
  }

  failed(what: string): void {
    this.failures.push(`${new Date().toISOString()} ${what}`)
  }

  /** The lane's requests, each counted; one with another status than `expected`, without an answer or a late one is a failure. */
  watch({ fetch }: Lane, kind: string, expected = 200): Fetch {
    return async (input, init) => {
      const name = `${init?.method ?? 'GET'} ${input}`
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
      const begin = performance.now()
      const late = new AbortController()
      try {
        const answer = await Promise.race([fetch(input, init), sleep(LONGEST_ANSWER_MS, null, { signal: late.signal }).catch(() => null)])
        if (!answer) throw new Error(`no answer within ${LONGEST_ANSWER_MS} ms`)
        if (answer.status !== expected) this.failed(`${name}: ${answer.status} ${(await answer.clone().text()).slice(0, 200)}`)
        return answer
      } catch (cause) {
        this.failed(`${name}: ${String(cause)}`)
        throw cause
      } finally {
        late.abort()
        const ms = performance.now() - begin
        this.all.add(ms)
        this.period.add(ms)
      }
    }
  }
}
