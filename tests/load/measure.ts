import { quantile } from '#tests/speed/rows.ts'
import { busyMs, processorMs } from './processor.ts'

/** What so many calls took. Times in milliseconds. */
export interface Measured {
  calls: number
  seconds: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Processor time of one call, by the name of the process. */
  processor: Record<string, number>
  /** How many a second one core is enough for, by processor time: what the machine's other work does not blur. */
  perCore: number
  /** Share of the measured core that went to others. */
  others: number
  /** Bytes the database wrote ahead for one call; 0 where nobody asked. */
  walBytes: number
}

export interface Probe {
  /** Processes by name, each with all it started. */
  processes: Readonly<Record<string, number>>
  /** The core they are kept on. */
  core: number
  /** How far the database's log has got, in bytes. */
  wal?: () => Promise<number>
}

/** Calls the act and counts how long it took. */
export type Timed = <T>(act: () => Promise<T>) => Promise<T>

/** Adds up bursts of calls; what happens between two bursts is not counted. */
export const createMeter = ({ processes, core, wal = () => Promise.resolve(0) }: Probe) => {
  const times: number[] = []
  const processor = new Map<string, number>(Object.keys(processes).map((name) => [name, 0]))
  let seconds = 0
  let busy = 0
  let written = 0
  const timed: Timed = async (act) => {
    const at = performance.now()
    const result = await act()
    times.push(performance.now() - at)
    return result
  }
  return {
    /** Runs the workers at once, one a lane, and counts what they time. */
    burst: async (workers: readonly ((timed: Timed) => Promise<void>)[]): Promise<void> => {
      const before = Object.entries(processes).map(([name, pid]) => [name, processorMs(pid)] as const)
      const logged = await wal()
      const worked = busyMs(core)
      const started = performance.now()
      await Promise.all(workers.map((work) => work(timed)))
      seconds += (performance.now() - started) / 1000
      busy += busyMs(core) - worked
      for (const [name, spent] of before) processor.set(name, (processor.get(name) ?? 0) + processorMs(processes[name] ?? 0) - spent)
      written += (await wal()) - logged
    },
    read: (): Measured => {
      const calls = times.length
      const own = [...processor.values()].reduce((sum, ms) => sum + ms, 0)
      return {
        calls,
        seconds,
        perSecond: calls / seconds,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        p99: quantile(times, 0.99),
        processor: Object.fromEntries([...processor].map(([name, ms]) => [name, ms / calls])),
        perCore: own > 0 ? (1000 * calls) / own : 0,
        others: Math.max(0, (busy - own) / (seconds * 1000)),
        walBytes: written / calls
      }
    }
  }
}
