import { defineConfig } from 'vitest/config'
import { EMBEDDED_ARGV } from './embedded.ts'
import { seeded, STEADY } from './steady.ts'

/** The import and the lock of the data folder, on databases of their own. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/market/**/*.test.ts'],
    globalSetup: ['tests/support/market-setup.ts'],
    pool: 'forks',
    execArgv: EMBEDDED_ARGV,
    // No file leaves state in the modules it loads.
    isolate: false,
    // Another step runs beside it.
    maxWorkers: 1,
    testTimeout: 120_000,
    ...STEADY,
    ...seeded(),
    onConsoleLog: (log) => {
      throw new Error(`a test must not log: ${log}`)
    }
  }
})
