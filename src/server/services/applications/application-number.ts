/** Numbers begin here, so that the first ones look like numbers. */
const FIRST = 1_000

/** The number that people quote: A1001. */
export const numberOf = (id: number): string => `A${FIRST + id}`

/** The id of such a number; null for anything else. */
export const idOf = (number: string): number | null => {
  const [, digits] = /^A?(\d{4,9})$/i.exec(number) ?? []
  return digits === undefined || Number(digits) <= FIRST ? null : Number(digits) - FIRST
}
