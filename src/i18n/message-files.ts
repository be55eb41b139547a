/** Loaders of a language's words, by the name of their file. */
export type MessageFiles = Record<string, () => Promise<Record<string, unknown>>>
