/** Loaders of a language's messages, by file name. */
export type MessageFiles = Record<string, () => Promise<Record<string, unknown>>>
