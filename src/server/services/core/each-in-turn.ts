/** Runs the work for each item, one after the other. A failure does not stop the rest; all failures are thrown at the end. */
export const eachInTurn = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const faults: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (cause) {
      faults.push(cause)
    }
  }
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${items.length} failed`)
}
