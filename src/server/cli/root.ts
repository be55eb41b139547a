import { join } from 'node:path'

/** Root folder of the project. */
export const ROOT = join(import.meta.dirname, '../../..')
