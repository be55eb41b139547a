import { defineConfig } from 'vitest/config'
import { seeded, STEADY } from './steady.ts'

/** Fast tests without a browser: pure rules, stores and services through the real API in memory. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 120_000,
    ...STEADY,
    onConsoleLog: (log) => {
      throw new Error(`a test must not log: ${log}`)
    },
    projects: [
      // Rules and services hold no state in their modules: loading these for each file took a third of the time.
      {
        extends: true,
        test: {
          name: 'rules',
          ...seeded(),
          include: ['tests/*.test.ts', 'tests/{domain,contract,i18n,services,build,load}/**/*.test.ts'],
          isolate: false
        }
      },
      // Stores are modules with state.
      { extends: true, test: { name: 'stores', include: ['tests/stores/**/*.test.ts'] } }
    ]
  }
})
