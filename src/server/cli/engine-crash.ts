import { stripVTControlCharacters } from 'node:util'
import type { Tested } from './report.ts'
import { ROOT } from './root.ts'

/** What one run of a test runner left. */
export interface Run {
  code: number
  output: string
  tests: readonly Tested[]
}

/** A worker of Vitest that was ended by its engine, not by a test. */
export interface EngineCrash {
  /** The file that was lost, from the root. */
  file: string
  signal: string
}

// Vitest names the file only when its reports name it too: it runs one file a worker at a time.
const CRASH = /Worker exited unexpectedly with signal (SIGTRAP|SIGSEGV|SIGILL|SIGBUS) during \w+ state while running test file (\S+)$/gm
/** Vitest's own count of errors outside tests; crashes are among them. */
const ERRORS = /^\s*Errors\s+(\d+) errors?$/m

const crashesIn = (output: string): EngineCrash[] =>
  [...output.matchAll(CRASH)].map(([, signal = '', file = '']) => ({ file: file.replace(`${ROOT}/`, ''), signal }))

/**
 * Runs tests (`run` without files: all of them) and, once, exactly the files whose worker a signal of the engine ended. Whatever else
 * failed stays failed, also in those files; so does a second crash.
 */
export const repeatCrashed = async (run: (files: readonly string[]) => Promise<Run>): Promise<Run & { crashes: EngineCrash[] }> => {
  const first = await run([])
  const output = stripVTControlCharacters(first.output)
  const crashes = crashesIn(output)
  if (crashes.length === 0) return { ...first, crashes }
  const again = await run(crashes.map(({ file }) => file))
  const isLost = ({ name }: Tested): boolean => crashes.some(({ file }) => name.startsWith(`${file} › `))
  const others = Number(ERRORS.exec(output)?.[1] ?? 0) > crashes.length
  return {
    code: others ? first.code : again.code,
    output: `${first.output}\n${again.output}`,
    tests: [...first.tests.filter((test) => test.state === 'failed' || !isLost(test)), ...again.tests],
    crashes
  }
}
