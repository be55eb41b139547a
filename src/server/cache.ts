/** Typed key of a cached value. A slot is a constant and holds no value itself. */
export interface Slot<T> {
  readonly name: string
  /** Types only, never present at run time. */
  readonly type?: T
}
export const slot = <T>(name: string): Slot<T> => ({ name })

/**
 * Values computed once from an owner and living as long as it: a kernel, the directory, a snapshot of the catalogue, a supplier in it.
 * Modules have no state of their own, so that two kernels in one process share nothing.
 */
export class Cache {
  readonly #values = new Map<Slot<unknown>, unknown>()

  peek<T>(key: Slot<T>): T | undefined {
    return this.#values.get(key) as T | undefined
  }

  set<T>(key: Slot<T>, value: T): void {
    this.#values.set(key, value)
  }

  /** Returns the value of a slot, computed on first use. */
  get<T>(key: Slot<T>, make: () => T): T {
    if (this.#values.has(key)) return this.#values.get(key) as T
    const made = make()
    this.#values.set(key, made)
    return made
  }

  /** The same for an asynchronous value; a failure is not cached. */
  load<T>(key: Slot<Promise<T>>, load: () => Promise<T>): Promise<T> {
    return this.get(key, () => {
      const loading = load()
      // The failure reaches the callers; the next call loads again.
      loading.catch(() => this.#values.delete(key))
      return loading
    })
  }
}
