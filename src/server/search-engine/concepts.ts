import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConcepts } from '#domain/search/concepts.ts'
import { once } from '#server/memoize.ts'

const FILE = join(import.meta.dirname, '../../../content/search/concepts.txt')

/** Diets, kinds of suppliers, intents and emoji of the editors (content/search/concepts.txt), read once per process. */
export const concepts = once(() => readConcepts(readFileSync(FILE, 'utf8')))
