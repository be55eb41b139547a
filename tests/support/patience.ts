/** How long a test waits for what comes: it costs nothing when it comes, and a busy machine fails nothing. */
export const PATIENCE_MS = 15_000
