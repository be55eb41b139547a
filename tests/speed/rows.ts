/** One line of the table of `npm run speed`. */
export interface Row {
  what: string
  goal: string
  figure: string
  /** null: reported only. */
  met: boolean | null
}

export const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value below which the share `part` of the values lies (nearest rank). */
export const quantile = (values: readonly number[], part: number): number => {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN
}

export const verdictOf = ({ met }: Pick<Row, 'met'>): 'met' | 'MISSED' | 'reported' => (met === null ? 'reported' : met ? 'met' : 'MISSED')

export const printTable = (rows: readonly Row[]): void => {
  const cells = [['what', 'goal', 'figure', 'verdict'], ...rows.map((row) => [row.what, row.goal, row.figure, verdictOf(row)])]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  for (const line of cells) process.stdout.write(`${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
}
