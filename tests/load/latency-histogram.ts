/** Buckets grow by two per cent, so that any percentile is exact to that and memory is bounded. */
const GROWTH = Math.log(1.02)
const SMALLEST_MS = 0.001
const BUCKETS = 1_200

/** Latencies in milliseconds, from a microsecond to hours. */
export class LatencyHistogram {
  readonly #buckets = new Uint32Array(BUCKETS)
  count = 0

  add(ms: number): void {
    const bucket = ms <= SMALLEST_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / SMALLEST_MS) / GROWTH))
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.count += 1
  }

  /** The latency that the share of all stays under; 0 when there is none. */
  percentile(share: number): number {
    if (this.count === 0) return 0
    let left = Math.ceil(this.count * share)
    for (const [bucket, count] of this.#buckets.entries()) {
      left -= count
      if (left <= 0) return SMALLEST_MS * Math.exp(bucket * GROWTH)
    }
    return Infinity
  }
}
