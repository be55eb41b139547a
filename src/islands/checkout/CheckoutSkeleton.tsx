import { Skeleton } from '#islands/ui/Spinner.tsx'
import styles from './checkout.module.css'

const LINES = [3, 2, 2, 4]

/** The page before personal data is loaded, in its final size. */
export const CheckoutSkeleton = () => (
  <div className={styles.page} aria-hidden="true">
    <div className={styles.parts}>
      {LINES.map((lines, index) => (
        <div key={index} className={styles.part}>
          <Skeleton lines={lines} />
        </div>
      ))}
    </div>
    <div className={`${styles.part} ${styles.summary}`}>
      <Skeleton lines={9} />
    </div>
  </div>
)
