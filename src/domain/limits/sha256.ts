/** First 32 bits of the fractional parts of the cube (or square) roots of the first primes (FIPS 180-4). */
const primes = (count: number): number[] => {
  const found: number[] = []
  for (let next = 2; found.length < count; next += 1) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
}
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0
const K = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const H = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))
const W = new Int32Array(64)
const at = (words: Int32Array, index: number): number => words[index] ?? 0

/**
 * First 32 bits of the SHA-256 of a text of at most 55 ASCII characters. In plain script, because Web Crypto is missing on http and is
 * asynchronous: slower by far for many short texts.
 */
export const firstWordOf = (text: string): number => {
  W.fill(0, 0, 16)
  for (let i = 0; i < text.length; i += 1) W[i >> 2] = at(W, i >> 2) | (text.charCodeAt(i) << (24 - (i & 3) * 8))
  W[text.length >> 2] = at(W, text.length >> 2) | (0x80 << (24 - (text.length & 3) * 8))
  W[15] = text.length * 8
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [at(W, i - 15), at(W, i - 2)]
    const low = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const high = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    W[i] = (at(W, i - 16) + low + at(W, i - 7) + high) | 0
  }
  let [a, b, c, d] = [at(H, 0), at(H, 1), at(H, 2), at(H, 3)]
  let [e, f, g, h] = [at(H, 4), at(H, 5), at(H, 6), at(H, 7)]
  for (let i = 0; i < 64; i += 1) {
    const big = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + big + ((e & f) ^ (~e & g)) + at(K, i) + at(W, i)) | 0
    const sum = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (sum + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + at(H, 0)) >>> 0
}
