import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryFolder } from '#server/cli/machine.ts'

afterEach(() => vi.unstubAllEnvs())

test('tests write where somebody said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'said-'))
  vi.stubEnv('TMPDIR', folder)
  expect(memoryFolder()).toBe(folder)
  rmSync(folder, { recursive: true })
})

test('otherwise they write to a folder that is there', () => {
  vi.stubEnv('TMPDIR', undefined)
  const folder = join(memoryFolder(), `there-${process.pid}`)
  mkdirSync(folder)
  expect(existsSync(folder)).toBe(true)
  rmSync(folder, { recursive: true })
})
