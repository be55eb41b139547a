/** Keys of all advisory locks (the first key of a pair, or the whole key), listed here so that each has one meaning. */
export const ADVISORY_LOCK = {
  migrations: 7411,
  /** With the user id as second key. */
  eventsOfPerson: 7412,
  marketImport: 7413,
  /** With a hash of the courier's name as second key. */
  cashOfCourier: 7414
} as const
