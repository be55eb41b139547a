/** Environment variable, 1 for the first worker: it migrates and fills the database. */
export const FIRST = 'SHUKA_FIRST_WORKER'
/** Environment variable with the build that all workers serve, also replacements started after a newer build. */
export const BUILD = 'SHUKA_BUILD'

/** Messages of a worker to the primary. `open`: it answers requests; `greeting` is printed to the terminal. `alive`: see heartbeats.ts. */
export type FromWorker = { type: 'open'; greeting: string } | { type: 'alive' } | { type: 'counted'; counts: Counts }

/** Messages of the primary to a worker. `work`: run the background jobs; `counted`: calls that another worker counted. */
export type ToWorker = { type: 'work' } | { type: 'stop' } | { type: 'counted'; counts: Counts }

/** Keys of the rate limiter with the calls since the last message. */
export type Counts = [key: string, calls: number][]
