import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './sources.ts'

export interface Shop {
  url: string
  child: ChildProcess
  /** Everything it printed. */
  output: () => string
  /** Ends it with a signal and waits; resolves with the exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
}

// Below the range from which systems take ports for outgoing connections: nobody gets one of these by chance.
const FIRST_PORT = 20_000
const PORTS = 10_000
/** Shared by all steps of a run, which have folders of their own for temporary files. */
const CLAIMS = process.env.PORT_CLAIMS ?? tmpdir()
const claimed: string[] = []
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true })
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Claims a port for as long as this process runs, among all runs on this machine. */
const claim = (port: number): boolean => {
  const file = join(CLAIMS, `shuka-port-${port}`)
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    claimed.push(file)
    return true
  } catch {
    try {
      // Who was killed left the claim behind: it goes, and another port is taken.
      if (!isRunning(Number(readFileSync(file, 'utf8')))) rmSync(file, { force: true })
    } catch {
      // Released in this moment, or of another user.
    }
    return false
  }
}

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(true))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)))
  })

/** A port where nothing listens, and which no other test gets until this process ends. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < PORTS; tries += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (claim(port) && !(await isTaken(port))) return port
  }
  throw new Error(`no port from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} is free`)
}

export const newDataDir = (): string => join(mkdtempSync(join(tmpdir(), 'shuka-data-')), 'data')

export const TEST_MARKET = join(ROOT, 'tests/support/market')

/** The shop of a source tree, by default this one. */
export const shopAt = (root: string): string[] => [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  join(root, 'src/server/main.ts')
]
const MAIN = shopAt(ROOT)
/** What `npm start` runs: it looks for changed packages and files first, and builds when something changed. */
export const NPM_START = ['src/server/cli/run.js', 'start']

/**
 * Starts the shop as `npm start` does after its build, and waits until it is open. Rejects with what it printed when it ends before.
 * stderr: a descriptor to which its log goes, instead of its output.
 */
export const startShop = (
  env: Record<string, string> = {},
  waitMs = 120_000,
  onOutput?: (output: string, child: ChildProcess) => void,
  program: readonly string[] = MAIN,
  stderr: 'pipe' | number = 'pipe'
): Promise<Shop> =>
  new Promise((resolve, reject) => {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|DATABASE_URL|NODE_OPTIONS)/.test(name)))
    const child = spawn(process.execPath, program, {
      cwd: ROOT,
      env: {
        ...inherited,
        AUTOPILOT_SECONDS: '0',
        LOG: 'error',
        // Nobody begins orders without the autopilot, and few buyers, all of them new, make very many.
        OPEN_ORDERS_PER_PERSON: '1000000',
        NEW_ACCOUNT_HOLD_PERCENT: '100',
        PIN_PER_CALLER_HOUR: '10000',
        PIN_PER_PREFIX_HOUR: '10000',
        SMS_UNKNOWN_PER_HOUR: '1000000',
        SMS_KNOWN_PER_HOUR: '1000000',
        SMS_PER_CONTACT_DAY: '1000',
        MARKET_DIR: TEST_MARKET,
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        ...env
      },
      stdio: ['ignore', 'pipe', stderr]
    })
    let output = ''
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not open after ${waitMs} ms:\n${output}`))
    }, waitMs)
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      onOutput?.(output, child)
      const url = /open at (http:\S+?)[,\s]/.exec(output)?.[1]
      if (!url) return
      clearTimeout(late)
      resolve({
        url,
        child,
        output: () => output,
        end: (signal = 'SIGTERM') => {
          child.kill(signal)
          return exited
        }
      })
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read)
    void exited.then((code) => {
      clearTimeout(late)
      reject(new Error(`ended with ${String(code)}:\n${output}`))
    })
  })
