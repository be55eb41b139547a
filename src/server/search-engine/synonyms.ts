import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSynonyms, type Synonym } from '#domain/search/synonyms.ts'

const FILE = join(import.meta.dirname, '../../../../content/search/synonyms.txt')
let kept: readonly Synonym[] | null = null

/** What editors say means the same (content/search/synonyms.txt), read once a process. */
export const synonyms = (): readonly Synonym[] => (kept ??= readSynonyms(readFileSync(FILE, 'utf8')))
