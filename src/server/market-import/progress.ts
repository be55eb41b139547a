import type { ImportProgress, ImportResult } from './import-market.ts'

/** A terminal or another text stream. */
export interface Screen {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const BAR_WIDTH = 24
const REDRAW_MS = 100
const LINE_EVERY_MS = 5_000

const formatCount = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ')

/** "1 min 05 s". */
export const formatDuration = (seconds: number): string => {
  const rest = Math.max(0, Math.round(seconds))
  return rest < 60 ? `${rest} s` : `${Math.floor(rest / 60)} min ${String(rest % 60).padStart(2, '0')} s`
}

const textOf = ({ phase, lines, bytes, totalBytes }: ImportProgress, seconds: number): { share: number; text: string } => {
  const share = totalBytes > 0 ? Math.min(1, bytes / totalBytes) : 0
  if (phase === 'writing') return { share: 1, text: `${formatCount(lines)} lines read, writing…` }
  const rate = seconds > 0 ? lines / seconds : 0
  const left = share >= 0.01 && seconds >= 1 ? `, ${formatDuration((seconds / share) * (1 - share))} left` : ''
  return { share, text: `${formatCount(lines)} lines, ${formatCount(rate)} lines/s${left}` }
}

/** Shows the progress of an import: a bar on a terminal, a line every few seconds elsewhere. `end` clears the bar. */
export const createProgress = (screen: Screen, clock: () => number = () => performance.now()) => {
  const started = clock()
  let shownAt = screen.isTTY ? -Infinity : started
  let phase: ImportProgress['phase'] = 'reading'
  let drawn = false
  return {
    show(progress: ImportProgress): void {
      const now = clock()
      const every = screen.isTTY ? REDRAW_MS : LINE_EVERY_MS
      if (now - shownAt < every && progress.phase === phase) return
      shownAt = now
      phase = progress.phase
      const { share, text } = textOf(progress, (now - started) / 1000)
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
      if (!screen.isTTY) return void screen.write(`${percent.trim()}  ${text}\n`)
      const filled = Math.round(share * BAR_WIDTH)
      const line = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent}  ${text}`
      screen.write(`\r\u001b[2K${line.slice(0, (screen.columns ?? 80) - 1)}`)
      drawn = true
    },
    end(): void {
      if (drawn) screen.write('\r\u001b[2K')
      drawn = false
    }
  }
}

/** Describes the result of an import in a sentence or two. */
export const describeImport = (result: ImportResult): string => {
  const { suppliers, products, added, changed, withdrawn, unchanged, otherChanges, seconds, linesPerSecond } = result
  const head = `${formatCount(products)} products of ${formatCount(suppliers)} suppliers in ${seconds.toFixed(1)} s (${formatCount(linesPerSecond)} lines/s)`
  if (added + changed + withdrawn + otherChanges === 0) return `${head}: nothing changed.`
  const counts = `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(withdrawn)} withdrawn, ${formatCount(unchanged)} unchanged`
  return `${head}: ${counts}; ${formatCount(otherChanges)} other rows written (suppliers, branches, departments, options, categories).`
}
