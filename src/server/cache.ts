/** Names a value of a cache and its type. A slot is a constant and holds nothing itself. */
export interface Slot<T> {
  readonly name: string
  /** Types only, never present at run time. */
  readonly type?: T
}
export const slot = <T>(name: string): Slot<T> => ({ name })

/**
 * What is computed from an object once and lives exactly as long as it: of a process (its kernel), of the directory, of one snapshot of the
 * catalogue, of one supplier in it. Modules hold no state of their own, so that two kernels in one process never share any.
 */
export class Cache {
  readonly #values = new Map<Slot<unknown>, unknown>()

  peek<T>(key: Slot<T>): T | undefined {
    return this.#values.get(key) as T | undefined
  }

  set<T>(key: Slot<T>, value: T): void {
    this.#values.set(key, value)
  }

  /** The value of a slot, made by its first reader. */
  get<T>(key: Slot<T>, make: () => T): T {
    if (this.#values.has(key)) return this.#values.get(key) as T
    const made = make()
    this.#values.set(key, made)
    return made
  }

  /** The same for a value that is loaded: a failure is forgotten, so that the next reader tries again. */
  load<T>(key: Slot<Promise<T>>, load: () => Promise<T>): Promise<T> {
    return this.get(key, () => {
      const loading = load()
      // Whoever waits for it hears why; the next one asks again.
      loading.catch(() => this.#values.delete(key))
      return loading
    })
  }
}
