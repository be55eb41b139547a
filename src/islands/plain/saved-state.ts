import type { Mirror } from '#stores/basket-mirror.ts'

/** What saved stores hold, read as plain JSON: no framework, no schema, so a doubtful value is a missing one. */
const read = (key: string): Record<string, unknown> | null => {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
    return value?.['version'] === 1 ? value : null
  } catch {
    return null
  }
}

export const readMirror = (): Pick<Mirror, 'count' | 'total' | 'lines'> => {
  const { count, total, lines } = read('root:basket') ?? {}
  const whole = typeof count === 'number' && typeof total === 'number' && Array.isArray(lines)
  return whole ? { count, total, lines } : { count: 0, total: 0, lines: [] }
}
export const isSignedIn = (): boolean => !!read('root:auth')?.['user']
export const placeTitle = (): string => String(read('root:place')?.['title'] ?? '')
/** Changes were shown that no answer has settled: they wait to be sent, or the page was left before the answer came. */
export const isUnsettled = (): boolean => read('root:basket')?.['basketVersion'] === -1
