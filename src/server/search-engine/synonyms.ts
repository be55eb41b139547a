import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSynonyms } from '#domain/search/synonyms.ts'
import { once } from '#server/memoize.ts'

const FILE = join(import.meta.dirname, '../../../content/search/synonyms.txt')

/** Synonyms of the editors (content/search/synonyms.txt), read once per process. */
export const synonyms = once(() => readSynonyms(readFileSync(FILE, 'utf8')))
