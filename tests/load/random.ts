/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export type Random = () => number

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Ranks 0 to n-1 as demand falls on them: the k-th is asked for 1/k as often as the first. */
export const zipf = (n: number, random: Random): (() => number) => {
  const sums = new Float64Array(n)
  let total = 0
  for (let rank = 0; rank < n; rank += 1) sums[rank] = total += 1 / (rank + 1)
  return () => {
    const wanted = random() * total
    let low = 0
    let high = n - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
