import { defineConfig } from 'vitest/config'

/** Tests of the running program: start, lock, graceful stop, kill -9. They need a build. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/process/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 60_000
  }
})
