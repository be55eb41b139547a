import { Skeleton } from '#islands/ui/Spinner.tsx'
import styles from './orders.module.css'

export const OrderSkeleton = ({ title }: { title: string }) => (
  <>
    <h1 className="page-title">{title}</h1>
    <div className={styles.page} aria-hidden="true">
      <div className={styles.column}>
        <Skeleton lines={9} />
      </div>
      <div className={`${styles.card} ${styles.column}`}>
        <Skeleton lines={9} />
      </div>
    </div>
  </>
)

export const HistorySkeleton = () => (
  <div className={styles.list} aria-hidden="true">
    {[0, 1, 2].map((index) => (
      <div key={index} className={styles.card}>
        <Skeleton lines={4} />
      </div>
    ))}
  </div>
)
