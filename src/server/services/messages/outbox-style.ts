import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../styles')

/** Styles of the outbox page: the shop's tokens and the page's own rules. */
export const readOutboxStyle = (): string => ['tokens.css', 'outbox.css'].map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('\n')
