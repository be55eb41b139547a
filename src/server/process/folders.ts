import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { BUILD } from './workers/worker-messages.ts'

/** Root folder of the project. */
export const ROOT = join(import.meta.dirname, '../../..')

const currentBuild = (): string => {
  const given = process.env[BUILD]
  if (given) return given
  try {
    return readFileSync(join(ROOT, 'dist/current'), 'utf8')
  } catch {
    // Nothing was built yet.
    return 'none'
  }
}
/** Folder of the build to serve: the current one at the start of the shop. */
export const DIST = join(ROOT, 'dist', currentBuild())
export const dataDirOf = (config: Pick<Config, 'DATA_DIR'>): string => resolve(ROOT, config.DATA_DIR)
