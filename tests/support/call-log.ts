import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'

/** Which calls a test file made with success, for the count at the end of the run (checked-calls.ts). */
export const createCallLog = () => {
  const calls = new Set<string>()
  return {
    note: ({ method, url }: Request): void => void calls.add(`${method} ${new URL(url).pathname.replace(/^\/api/, '')}`),
    keep: (): void => {
      const file = expect.getState().testPath ?? ''
      writeFileSync(join(inject('callLogs'), randomUUID()), [file, ...calls].join('\n'))
    }
  }
}
