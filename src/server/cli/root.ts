import { join } from 'node:path'

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../../..')
