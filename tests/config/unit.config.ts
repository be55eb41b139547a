import { defineConfig } from 'vitest/config'

/** Fast tests without a browser: pure rules, stores and services through the real API in memory. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/*.test.ts', 'tests/{domain,contract,i18n,stores,services,build,load}/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 60_000,
    onConsoleLog: () => {
      throw new Error('a test must not log')
    }
  }
})
