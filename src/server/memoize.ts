/** Computes a constant on first use, such as a parsed file of the project. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Caches the results of a pure function; the cache is cleared when it reaches `max` entries. */
export const memoize = <T>(compute: (text: string) => T, max: number): ((text: string) => T) => {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= max) answers.clear()
    const answer = compute(text)
    answers.set(text, answer)
    return answer
  }
}
