import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './sources.ts'

/** The environment of a child that is compiled once for all runs, as the shop itself is. */
export const COMPILED_ONCE = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

interface Printed {
  code: number | null
  out: string
  err: string
}

/** Runs a program of the command line on a data folder, and returns what it prints. */
export const runCommand = (program: string, folder: string, ...words: string[]): Promise<Printed> =>
  pipeToCommand('', program, folder, ...words)

/** The same with something on its standard input. */
export const pipeToCommand = (input: string, program: string, folder: string, ...words: string[]): Promise<Printed> =>
  new Promise((resolve) => {
    const env = { ...COMPILED_ONCE, DATA_DIR: folder, DATABASE_URL: '', INIT_CWD: '' }
    const cli = join(ROOT, `src/server/cli/${program}.ts`)
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...words], {
      env,
      stdio: ['pipe', 'pipe', 'pipe']
    })
    child.stdin.end(input)
    const texts = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => void (texts.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (texts.err += chunk.toString()))
    child.once('close', (code) => resolve({ code, ...texts }))
  })
