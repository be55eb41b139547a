import { escapeHtml } from '#domain/text/escape-html.ts'
import type { RecordedRow } from './record.ts'
import { shareOf } from './shares.ts'

const WIDTH = 880
const BAR = { left: 430, goal: 640, right: 700 }
const LINE = 24
const TOP = 58
const MAX_LABEL = 58
const MAX_FIGURE = 24

const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#1f2328}.head{font-weight:600;font-size:15px}.soft{fill:#59636e}.met{fill:#2da44e}.MISSED{fill:#cf222e}text.MISSED{font-weight:600}' +
  '.goal{stroke:#59636e;stroke-dasharray:3 3}.track{fill:#818b981f}' +
  '@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.soft{fill:#9198a1}.met{fill:#3fb950}.MISSED{fill:#f85149}.goal{stroke:#9198a1}}'

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** The numbers that answer the goal, without what is said beside them. */
const shortFigure = ({ goal, figure }: RecordedRow): string =>
  (/\d times/.test(goal) && /\d+(?:\.\d+)? times/.exec(figure)?.[0]) ||
  (/, | \/ /.test(goal) ? figure : figure.split(/[,;(]/)[0]?.trim()) ||
  figure

const bar = (row: RecordedRow, share: number, index: number): string => {
  const y = TOP + index * LINE
  const width = Math.max(2, Math.min(BAR.right - BAR.left, share * (BAR.goal - BAR.left)))
  return (
    `<g><title>${escapeHtml(`${row.what}: ${row.figure} (goal ${row.goal}, ${row.verdict})`)}</title>` +
    `<text x="${BAR.left - 10}" y="${y + 14}" text-anchor="end">${escapeHtml(shortened(row.what, MAX_LABEL))}</text>` +
    `<rect class="track" x="${BAR.left}" y="${y + 3}" width="${BAR.goal - BAR.left}" height="15" rx="3"/>` +
    `<rect class="${row.verdict}" x="${BAR.left}" y="${y + 3}" width="${width.toFixed(1)}" height="15" rx="3"/>` +
    `<text x="${BAR.right + 8}" y="${y + 14}"${row.verdict === 'MISSED' ? ' class="MISSED"' : ''}>${escapeHtml(shortened(shortFigure(row), MAX_FIGURE))}</text></g>`
  )
}

/** Every row with a number for a goal as a bar: how much of what its goal allows it uses. SVG, for light and dark pages. */
export const chartOf = (rows: readonly RecordedRow[]): string => {
  const drawn = rows.flatMap((row) => {
    const share = row.verdict === 'reported' ? null : shareOf(row)
    return share === null ? [] : [{ row, share }]
  })
  const missed = drawn.filter(({ row }) => row.verdict === 'MISSED')
  const height = TOP + drawn.length * LINE + 10
  const summary = `${drawn.length} figures against their goals: ${drawn.length - missed.length} met, ${missed.length} missed${missed.length > 0 ? ` (${missed.map(({ row }) => row.what).join('; ')})` : ''}.`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">Speed of the shop against its goals</title>
<desc id="desc">${escapeHtml(summary)} Each bar shows how much of what the goal allows is used; shorter is better.</desc>
<style>${STYLE}</style>
<text class="head" x="${BAR.left - 10}" y="20" text-anchor="end">Share of what each goal allows</text>
<text class="soft" x="${BAR.left}" y="20">shorter is better</text>
<text class="soft" x="${BAR.goal}" y="44" text-anchor="middle">goal</text>
${drawn.map(({ row, share }, index) => bar(row, share, index)).join('\n')}
<line class="goal" x1="${BAR.goal}" y1="50" x2="${BAR.goal}" y2="${height - 6}"/>
</svg>
`
}
