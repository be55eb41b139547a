/** Numbers of the advisory locks: first key of a pair, or the whole key. Each has one meaning; whoever locks takes it from here. */
export const ADVISORY_LOCK = {
  migrations: 7411,
  /** With the person's id as its second key. */
  eventsOfPerson: 7412,
  marketImport: 7413
} as const
