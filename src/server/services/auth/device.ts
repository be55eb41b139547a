/** Where a call comes from, as far as limits and proofs ask. Texts are '' when missing and are verified where they are used. */
export interface Origin {
  ip: string
  /** Signed: the browser in which somebody signed in before. */
  knownBrowser: string
  /** Signed: a proof of the account's owner, a few minutes old. */
  freshProof: string
  /** The answer to CHALLENGE_REQUIRED. */
  challengeSolution: string
}
/** What a route knows about the caller's device. */
export interface Device extends Origin {
  userAgent: string
}
export type Given<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] }
