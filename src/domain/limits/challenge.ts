/** Puzzles of one challenge: several small ones take a steadier time than one large one. */
export const PUZZLES = 8

/** A puzzle of hashes that costs a browser about a second, and its check nothing. */
export interface Challenge {
  /** Signed by the server; what stands before the first dot is its id. */
  token: string
  /** Leading zero bits of each SHA-256. */
  bits: number
  /** Number of puzzles. */
  count: number
  /** Seconds until it expires. */
  expiresIn: number
}

/** The text whose SHA-256 must begin with zero bits. It fits one block (55 bytes), as the solver requires. */
export const puzzleText = (id: string, puzzle: number, nonce: number): string => `${id} ${puzzle} ${nonce.toString(36)}`

export const idOfChallenge = (token: string): string => token.split('.', 1)[0] ?? ''

/** Whether a hash, given by its first 32 bits, begins with this many zero bits (at most 32). */
export const beginsWithZeros = (firstWord: number, bits: number): boolean => bits === 0 || firstWord >>> (32 - bits) === 0

/** The header's text: the token and the nonce of each puzzle. */
export const formatSolution = (token: string, nonces: readonly number[]): string =>
  `${token}.${nonces.map((nonce) => nonce.toString(36)).join('-')}`
