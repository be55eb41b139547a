import { defineConfig } from 'vitest/config'
import { EMBEDDED_ARGV } from './embedded.ts'
import { BOTH_ENGINES } from './both-engines.ts'
import { STEADY } from './steady.ts'

/**
 * Tests through the API's own door. `TEST_ENGINE` (pglite or postgres) says on which database, `TEST_FILES=both-engines` leaves out the files
 * that run on one alone.
 */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include:
      process.env.TEST_FILES === 'both-engines' ? BOTH_ENGINES.map((name) => `tests/api/${name}.test.ts`) : ['tests/api/**/*.test.ts'],
    globalSetup: ['tests/support/database-setup.ts'],
    pool: 'forks',
    execArgv: EMBEDDED_ARGV,
    // The files share the modules they test, as a running shop's calls do: loading them for each file took a third of the time.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    ...STEADY,
    onConsoleLog: (log) => {
      throw new Error(`a test must not log: ${log}`)
    }
  }
})
