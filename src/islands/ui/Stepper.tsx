import { quantityStep } from '#domain/basket.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useLocale, useT } from './locale.ts'
import styles from './Stepper.module.css'

interface StepperProps {
  /** What is counted, for screen readers. */
  name: string
  quantity: number
  unitId: UnitId
  /** Below this, minus gives 0, which removes. */
  minimum: number
  stock: number | null
  onQuantity: (quantity: number) => void
  /** Minus at the minimum removes; otherwise it is disabled there. */
  removable?: boolean
}

/** Minus, quantity, plus. Weighed products change by 0.1 kg (quantities are hundredths of a kilogram). */
export const Stepper = ({ name, quantity, unitId, minimum, stock, onQuantity, removable = false }: StepperProps) => {
  const t = useT('states')
  const locale = useLocale()
  const step = quantityStep(unitId === WEIGHED_UNIT)
  const less = quantity - step < minimum ? 0 : quantity - step
  const full = stock !== null && quantity + step > stock
  return (
    <fieldset className={styles.stepper} aria-label={name}>
      <Button look="round" aria-label={t('states:less')} disabled={less === 0 && !removable} onClick={() => onQuantity(less)}>
        <Icon name={less === 0 && removable ? 'trash' : 'minus'} />
      </Button>
      <output className={styles.quantity}>{formatQuantity(quantity, unitId, locale)}</output>
      <Button look="round" aria-label={t('states:more')} disabled={full} onClick={() => onQuantity(quantity + step)}>
        <Icon name="plus" />
      </Button>
    </fieldset>
  )
}
