import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export interface ProgramRun {
  /** Exit code; 128 and more when a signal ended it. */
  code: number
  output: string
  timedOut: boolean
}

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 10_000
const SIGNAL_CODES: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }

/** Pids of the process groups that run now, each with its folder for temporary files. */
const running = new Map<number, string>()
let stopping = false

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/**
 * Ends whatever a run started and did not end itself: its process group, and on Linux everything that has its folder in its environment, or,
 * like PostgreSQL, which writes over that, in its arguments.
 */
const endAll = (group: number, folder: string): void => {
  signal(-group, 'SIGKILL')
  if (process.platform === 'linux')
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
      try {
        if (['environ', 'cmdline'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder)))
          signal(Number(pid), 'SIGKILL')
      } catch {
        // It has ended, or is another user's.
      }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  } catch {
    // A process that is just ending still writes there.
  }
}

/**
 * Runs a program in a process group of its own, for at most `limitMs`: then it gets SIGTERM, and 10 s later SIGKILL. When it has ended,
 * nothing that it started is left, nor a temporary file. `onOutput` gets what it prints, as it comes.
 */
export const runProgram = (
  program: string,
  args: readonly string[],
  { env, limitMs, onOutput }: { env: NodeJS.ProcessEnv; limitMs: number; onOutput?: (piece: Buffer) => void }
): Promise<ProgramRun> =>
  new Promise((resolve) => {
    const folder = mkdtempSync(join(tmpdir(), 'shuka-run-'))
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o711)
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { PORT_CLAIMS: tmpdir(), ...env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true
    })
    const group = child.pid ?? 0
    if (group > 0) running.set(group, folder)
    const pieces: Buffer[] = []
    const read = (piece: Buffer): void => {
      pieces.push(piece)
      onOutput?.(piece)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    let timedOut = false
    const timers = [
      setTimeout(() => {
        timedOut = true
        signal(-group, 'SIGTERM')
        timers.push(setTimeout(() => signal(-group, 'SIGKILL'), GRACE_MS))
      }, limitMs)
    ]
    const finish = (code: number, note = ''): void => {
      for (const timer of timers) clearTimeout(timer)
      running.delete(group)
      // The run ends by the signal's exit code, not by what it came to.
      if (!stopping) resolve({ code, output: `${Buffer.concat(pieces).toString()}${note}`, timedOut })
    }
    child.once('error', (cause) => finish(1, `${program}: ${cause.message}\n`))
    // What it left running holds its pipes open: they close when that has ended.
    child.once('exit', () => group > 0 && endAll(group, folder))
    child.once('close', (code, name) => finish(code ?? SIGNAL_CODES[name ?? 'SIGKILL'] ?? 1))
  })

/** Passes SIGTERM and SIGINT on to all that runs, ends what is left after 10 s, and exits with 128 and the signal's number. */
export const passSignalsOn = (): void => {
  const stop = (name: NodeJS.Signals): void => {
    stopping = true
    const groups = [...running]
    for (const [group] of groups) signal(-group, name)
    const deadline = Date.now() + GRACE_MS
    setInterval(() => {
      if (groups.some(([group]) => running.has(group)) && Date.now() < deadline) return
      for (const [group, folder] of groups) endAll(group, folder)
      process.exit(SIGNAL_CODES[name] ?? 1)
    }, 100)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
