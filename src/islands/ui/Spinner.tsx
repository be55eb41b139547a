import styles from './Spinner.module.css'

/** A spinner, decorative beside a text. */
export const Spinner = () => <span className={styles.ring} aria-hidden="true" />

/** Placeholder while content loads: `lines` of text, the last one shorter. */
export const Skeleton = ({ lines = 3, label }: { lines?: number; label?: string }) => (
  <div className={styles.skeleton} role={label ? 'status' : undefined}>
    {label && <span className="hidden-visually">{label}</span>}
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className={`skeleton ${styles.line}`} />
    ))}
  </div>
)
