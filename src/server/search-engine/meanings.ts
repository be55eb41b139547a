/** Ids of market words that a typed word may mean, with a fit from 0 to 1 (exact). */
export type Meanings = Map<number, number>
