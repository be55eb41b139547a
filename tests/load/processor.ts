import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of one tick of /proc; 100 a second on every Linux. */
const TICK_MS = 10
const PAGE_BYTES = 4096

interface Stat {
  parent: number
  /** Ticks of the process itself. */
  own: number
  /** Ticks of its children that ended and were waited for. */
  ended: number
  residentBytes: number
}

/** One line of /proc; null when the process is gone. Fields are counted after the name, which may hold anything. */
const statOf = (pid: number | string): Stat | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (index: number): number => Number(fields[index] ?? 0)
    return { parent: field(1), own: field(11) + field(12), ended: field(13) + field(14), residentBytes: field(21) * PAGE_BYTES }
  } catch {
    return null
  }
}

interface Member extends Stat {
  pid: number
}

/** A process and all it started. */
const familyOf = (root: number): Member[] => {
  const all = readdirSync('/proc').flatMap((name): Member[] => {
    const stat = /^\d+$/.test(name) ? statOf(name) : null
    return stat ? [{ pid: Number(name), ...stat }] : []
  })
  const family = new Set([root])
  for (let before = 0; before < family.size;) {
    before = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all.filter(({ pid }) => family.has(pid))
}

/** Processor time of a process and of all it started, in milliseconds. */
export const processorMs = (root: number): number => familyOf(root).reduce((sum, { own, ended }) => sum + own + ended, 0) * TICK_MS

/** Milliseconds a core has worked since the machine started, for whomever; 0 where nobody counts. */
export const busyMs = (core: number): number => {
  try {
    const line = readFileSync('/proc/stat', 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`cpu${core} `))
    const ticks = (line ?? '').split(' ').slice(1).map(Number)
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticks
    return (user + nice + system + irq + softirq + steal) * TICK_MS
  } catch {
    return 0
  }
}

/** What a process holds in memory, in megabytes. */
export const residentMb = (pid: number): number => (statOf(pid)?.residentBytes ?? 0) / 1e6

/** The most a process ever held, in megabytes; 0 when it is gone. */
export const peakMb = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** Keeps a process, what it started and what that starts later on some cores ("0", "0-3"), where the system can. */
export const keepOnCore = (root: number, core: number | string): void => {
  for (const { pid } of familyOf(root)) {
    try {
      execFileSync('taskset', ['-apc', String(core), String(pid)], { stdio: 'ignore' })
    } catch {
      // Without taskset the rates are those of all cores together; processor time stays what it is.
    }
  }
}
