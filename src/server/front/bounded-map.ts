/** A map that forgets its oldest entries beyond `most`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    super.delete(key)
    super.set(key, value)
    const [oldest] = this.size > this.#most ? this.keys() : []
    if (oldest !== undefined) super.delete(oldest)
    return this
  }
}
