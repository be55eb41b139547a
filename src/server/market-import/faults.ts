/** One thing wrong in a file of the market. `line` counts from 1; 0 stands for the file as a whole. */
export interface Fault {
  file: string
  line: number
  field: string
  problem: string
}

/** Checking stops at this number of faults. */
export const FAULTS_LIMIT = 200

/** `file:line: field: what is wrong, what is expected`. */
export const formatFault = ({ file, line, field, problem }: Fault): string =>
  [line > 0 ? `${file}:${line}` : file, field, problem].filter(Boolean).join(': ')

/** Thrown for a market with faults; nothing of it was written. */
export class MarketFaults extends Error {
  readonly faults: Fault[]
  /** Whether the limit was reached, so that there may be more. */
  readonly more: boolean
  constructor(faults: Fault[], more = false) {
    super(
      `The market has ${faults.length}${more ? ' or more' : ''} fault${faults.length === 1 ? '' : 's'}:\n${faults.map(formatFault).join('\n')}`
    )
    this.name = 'MarketFaults'
    this.faults = faults
    this.more = more
  }
}

/** Collects the faults of one run, up to the limit. */
export class FaultList {
  readonly list: Fault[] = []
  get none(): boolean {
    return this.list.length === 0
  }
  get full(): boolean {
    return this.list.length >= FAULTS_LIMIT
  }
  add(file: string, line: number, field: string, problem: string): void {
    if (!this.full) this.list.push({ file, line, field, problem })
  }
  throwIfAny(): void {
    if (!this.none) throw new MarketFaults([...this.list], this.full)
  }
}

const MAX_SHOWN_LENGTH = 60
/** Formats a value for a fault: short, quoted, on one line. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
}
