/** A map that evicts its oldest entries beyond `max`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    super.delete(key)
    super.set(key, value)
    const [oldest] = this.size > this.#max ? this.keys() : []
    if (oldest !== undefined) super.delete(oldest)
    return this
  }
}
