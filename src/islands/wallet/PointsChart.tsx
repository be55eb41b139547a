import type { Wallet } from '#contract/wallet/calls.ts'
import { formatDay } from '#domain/time/format-day.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { pointsVariables } from './points-words.ts'
import styles from './wallet.module.css'

// In units of the drawing: a month is 50 wide, and its two bars 18 each.
const MONTH = 50
const BAR = 18
const HEIGHT = 120
const BASE = 140

/** Bars of twelve months, and the same as a table for whoever does not see them. */
export const PointsChart = ({ months }: { months: Wallet['months'] }) => {
  const t = useT('wallet')
  const locale = useLocale()
  const most = Math.max(1, ...months.flatMap(({ earned, spent }) => [earned, spent]))
  const words = (points: number): string => t('wallet:points', pointsVariables(points, locale))
  const sum = (pick: (month: Wallet['months'][number]) => number): string => words(months.reduce((all, month) => all + pick(month), 0))
  const label = t('wallet:chart.text', { earned: sum(({ earned }) => earned), spent: sum(({ spent }) => spent) })
  // A month with a little is told from one with nothing.
  const heightOf = (points: number): number => (points > 0 ? Math.max(3, Math.round((points / most) * HEIGHT)) : 0)
  return (
    <section className={styles.card} aria-labelledby="months">
      <h2 id="months" className={styles.title}>
        {t('wallet:chart.title')}
      </h2>
      <p className={styles.legend} aria-hidden="true">
        <span className={styles.earned}>{t('wallet:chart.earned')}</span>
        <span className={styles.spent}>{t('wallet:chart.spent')}</span>
      </p>
      <svg className={styles.chart} viewBox={`0 0 ${months.length * MONTH} ${BASE + 1}`} role="img" aria-label={label}>
        <path className={styles.axis} d={`M0 ${BASE}H${months.length * MONTH}`} />
        {months.map(({ month, earned, spent }, index) => (
          <g key={month}>
            <rect
              className={styles.barEarned}
              {...{ x: index * MONTH + 6, y: BASE - heightOf(earned), width: BAR, height: heightOf(earned), rx: 3 }}
            />
            <rect
              className={styles.barSpent}
              {...{ x: index * MONTH + 26, y: BASE - heightOf(spent), width: BAR, height: heightOf(spent), rx: 3 }}
            />
          </g>
        ))}
      </svg>
      <p className={styles.months} aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{month.slice(5)}</span>
        ))}
      </p>
      <details>
        <summary className={styles.summary}>{t('wallet:chart.table')}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('wallet:chart.month')}</th>
              <th scope="col">{t('wallet:chart.earned')}</th>
              <th scope="col">{t('wallet:chart.spent')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, earned, spent }) => (
              <tr key={month}>
                <th scope="row">{formatDay(month)}</th>
                <td>{pointsVariables(earned, locale).amount}</td>
                <td>{pointsVariables(spent, locale).amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
