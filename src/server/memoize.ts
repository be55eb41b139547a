/** A constant that is expensive to compute, such as a parsed file of the project: computed by its first reader. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** A pure function that computes each answer once; at `max` answers it begins anew. */
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
