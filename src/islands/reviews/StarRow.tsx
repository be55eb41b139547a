import { useId } from 'react'
import styles from './rating.module.css'

const STARS = [1, 2, 3, 4, 5] as const
const STAR = 'M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.4l-5.9 3.1 1.2-6.5L2.5 9.4l6.6-.9z'

interface StarRowProps {
  question: string
  /** Names a star for those who do not see it. */
  name: (stars: number) => string
  value: number
  onRate: (stars: number) => void
}

/** A question that is answered by one to five stars. */
export const StarRow = ({ question, name, value, onRate }: StarRowProps) => {
  const id = useId()
  return (
    <fieldset className={styles.row}>
      <legend className={styles.question}>{question}</legend>
      <div className={styles.stars}>
        {STARS.map((stars) => (
          <label key={stars} className={stars <= value ? `${styles.star} ${styles.full}` : styles.star}>
            <input
              className="hidden-visually"
              type="radio"
              name={id}
              value={stars}
              checked={stars === value}
              onChange={() => onRate(stars)}
            />
            <span className="hidden-visually">{name(stars)}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={STAR} />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
