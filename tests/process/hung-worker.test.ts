import { expect } from 'vitest'
import { hangWorker } from '#tests/support/hang-worker.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase } from '#tests/support/prepared-data.ts'

postgresTest(
  'the jobs of a worker that hangs go to another, and it is replaced; the others lose nothing',
  { timeout: 240_000 },
  async () => {
    const { codeMs, statuses, isReplaced, pid, output, exitCode } = await hangWorker(await copyDatabase())
    // Within 15 seconds on a machine with nothing else to do (npm run speed -- stops).
    expect(codeMs).toBeGreaterThan(5_000)
    expect([...statuses]).toEqual([200])
    expect(isReplaced).toBe(true)
    expect(output).toContain(`worker ${pid} has said nothing for 8 s and is killed`)
    expect(output).toContain(`worker ${pid} ended (SIGKILL); another takes its place`)
    expect(exitCode).toBe(0)
  }
)
