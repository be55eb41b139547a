import type { OrderDetails } from '#contract/orders/calls.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { trackingOf, TRACKING_STATUS, type TrackingStatus } from '#domain/order-status.ts'
import { formatDistance } from '#domain/time/date-format.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import styles from './way.module.css'

const WIDTH = 320
const ROW = 64
const [START, END] = [34, 286]
/** Half the rise of a way with one supplier, so that it looks like a way. */
const SLOPE = 14
/** Streets below the way, from edge to edge of the picture; they stand for no town. */
const streetsOf = (height: number): string => `M0 18 ${WIDTH} 40M0 88 ${WIDTH} 58M70 0 78 ${height}M158 0 155 ${height}M236 0 243 ${height}`

/** Outlines of 24 by 24 units: fork and knife, shop, house, courier's bike. */
const MEAL = 'M7 3v8M4 3v5a3 3 0 0 0 6 0V3M7 11v10M17 21V3c-2 1.5-3 4-3 7v4h3'
const SHOP = 'M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-5h4v5'
const HOME = 'M4 11v9h16v-9M2.5 12 12 4l9.5 8M10 20v-6h4v6'
const BIKE =
  'M5.5 20a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M18.5 20a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M15 6h2l1.5 10.5M5.5 16.5 8 10h7.5l-4 6.5zM7 8h3'

const Marker = ({ x, y, path, look }: { x: number; y: number; path: string; look: string | undefined }) => (
  <g className={look} transform={`translate(${x} ${y})`}>
    <circle r="19" />
    <path d={path} transform="translate(-11 -11) scale(0.92)" />
  </g>
)

const placeOf = (kind: SupplierKind): string => (kind === 'restaurant' ? MEAL : SHOP)

/** Where a part is on its way, from 0 at the supplier to 1 at the door. Nobody reports the courier's position: the status says it. */
const shareOf = (tracking: TrackingStatus): number => ({ 0: 0, 1: 0, 2: 0, 3: 0.5, 4: 1 })[tracking]

/** The way of an order, drawn from its statuses: suppliers, home and the courier between them. */
export const Way = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders')
  const locale = useLocale()
  const parts = order.parts.map((part) => ({ ...part, tracking: trackingOf(part.status) }))
  const moving = parts.filter(({ tracking }) => tracking !== TRACKING_STATUS.CANCELED)
  if (moving.length === 0) return null
  const height = Math.max(1.5, moving.length) * ROW
  const door = height / 2 - SLOPE
  const arrived = moving.every(({ tracking }) => tracking === TRACKING_STATUS.DELIVERED)
  return (
    <figure className={styles.way}>
      <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
        <path className={styles.streets} d={streetsOf(height)} />
        {moving.map(({ supplier, tracking }, index) => {
          const y = ((index + 0.5) * height) / moving.length + (moving.length === 1 ? SLOPE : 0)
          // The middle of the curve, where its tangent is the same for any height.
          const courier = { x: (START + END) / 2, y: (y + door) / 2 }
          const line = `M${START} ${y}C${START + 100} ${y} ${END - 100} ${door} ${END} ${door}`
          const share = shareOf(tracking)
          const place = tracking === TRACKING_STATUS.PREPARING ? styles.here : styles.place
          return (
            <g key={supplier.id}>
              <path className={styles.road} d={line} />
              <path className={styles.ridden} d={line} pathLength="1" strokeDasharray={`${share} 1`} />
              <Marker x={START} y={y} path={placeOf(supplier.kind)} look={place} />
              {share === 0.5 && <Marker {...courier} path={BIKE} look={styles.here} />}
            </g>
          )
        })}
        <Marker x={END} y={door} path={HOME} look={arrived ? styles.here : styles.place} />
      </svg>
      <figcaption className={styles.ends}>
        <ul>
          {moving.map(({ supplier, branch }) => (
            <li key={supplier.id}>
              {supplier.name} <span className="muted">{formatDistance(branch.km, locale)}</span>
            </li>
          ))}
        </ul>
        <span className={styles.door}>
          {t('orders:you')} <span className="muted">{order.address.line || order.address.title}</span>
        </span>
      </figcaption>
    </figure>
  )
}
