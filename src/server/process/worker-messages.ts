/** Set to 1 for the worker that finds nobody open yet: it brings the database up to date and fills it. */
export const FIRST = 'SHUKA_FIRST_WORKER'
/** Name of the build that all workers serve, also those that take another's place after a newer build. */
export const BUILD = 'SHUKA_BUILD'

/** What a worker tells the primary process. `open`: it answers requests, and this is the greeting for the person at the terminal. */
export type FromWorker = { type: 'open'; greeting: string } | { type: 'counted'; counts: Counts }

/** What the primary tells a worker. `work`: the market's own tasks are yours now; `counted`: calls that another worker counted. */
export type ToWorker = { type: 'work' } | { type: 'stop' } | { type: 'counted'; counts: Counts }

/** Keys of the rate limiter, and how many calls since the last telling. */
export type Counts = [key: string, calls: number][]
