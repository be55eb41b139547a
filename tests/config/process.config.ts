import { defineConfig } from 'vitest/config'
import { EMBEDDED_ARGV } from './embedded.ts'
import { STEADY } from './steady.ts'

/** Tests of the running program: start, lock, graceful stop, kill -9. They need a build. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/process/**/*.test.ts'],
    globalSetup: ['tests/support/process-setup.ts'],
    pool: 'forks',
    execArgv: EMBEDDED_ARGV,
    // No file leaves state in the modules it loads; loading them for each file took a second of it.
    isolate: false,
    // Each starts processes of its own, and another step runs beside it.
    maxWorkers: 1,
    testTimeout: 300_000,
    ...STEADY
  }
})
