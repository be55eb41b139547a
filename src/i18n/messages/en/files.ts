import type { MessageFiles } from '../../message-files.ts'

/** Words of this language that a browser may ask for, by file. What only pages and answers of the API say is in those. */
export const files = import.meta.glob(['./*.json', '!./{allowed,codes,gallery,home,messages}.json'], { import: 'default' }) as MessageFiles
