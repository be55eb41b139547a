import { stripVTControlCharacters } from 'node:util'
import type { Tested, TestReport } from './report.ts'
import { ROOT } from './root.ts'

/** What one run of a test runner left. */
export interface Run extends TestReport {
  code: number
  output: string
  timedOut: boolean
  /** Whether a first test began. */
  started: boolean
  /** Whether the runner ended by itself and wrote what came of its tests. */
  reported: boolean
}

/** A worker of Vitest that was ended by its engine, not by a test. */
export interface EngineCrash {
  /** The file that was lost, from the root. */
  file: string
  signal: string
}

// Vitest names the file only when its reports name it too: it runs one file a worker at a time.
const CRASH = /Worker exited unexpectedly with signal (SIGTRAP|SIGSEGV|SIGILL|SIGBUS) during \w+ state while running test file (\S+)/

const crashesIn = (errors: readonly string[]): EngineCrash[] =>
  errors.flatMap((error) => {
    const [, signal = '', file = ''] = CRASH.exec(stripVTControlCharacters(error)) ?? []
    return file ? [{ file: file.replace(`${ROOT}/`, ''), signal }] : []
  })

/**
 * Runs tests (`run` without files: all of them) and, once, exactly the files whose worker a signal of the engine ended. Whatever else
 * failed stays failed, also in those files; so does a second crash.
 */
export const repeatCrashed = async (run: (files: readonly string[]) => Promise<Run>): Promise<Run & { crashes: EngineCrash[] }> => {
  const first = await run([])
  const crashes = crashesIn(first.errors)
  if (crashes.length === 0) return { ...first, crashes }
  const again = await run([...new Set(crashes.map(({ file }) => file))])
  const isLost = ({ name }: Tested): boolean => crashes.some(({ file }) => name.startsWith(`${file} › `))
  const others = first.errors.filter((error) => !CRASH.test(stripVTControlCharacters(error)))
  return {
    ...again,
    code: others.length > 0 ? first.code : again.code,
    output: `${first.output}\n${again.output}`,
    listed: first.listed,
    tests: [...first.tests.filter((test) => test.state === 'failed' || !isLost(test)), ...again.tests],
    errors: [...others, ...again.errors],
    crashes
  }
}
