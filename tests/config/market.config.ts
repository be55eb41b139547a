import { defineConfig } from 'vitest/config'
import { seeded, STEADY } from './steady.ts'

/** The import and the lock of the data folder, on databases of their own. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/market/**/*.test.ts'],
    globalSetup: ['tests/support/market-setup.ts'],
    pool: 'forks',
    // No file leaves state in the modules it loads.
    isolate: false,
    // Another step runs beside it.
    maxWorkers: 1,
    testTimeout: 120_000,
    ...STEADY,
    ...seeded(),
    onConsoleLog: () => {
      throw new Error('a test must not log')
    }
  }
})
