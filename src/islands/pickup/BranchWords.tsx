import { formatDistance, formatMinutes } from '#domain/time/date-format.ts'
import type { Translate } from '#i18n/keys.ts'
import { openingText } from '#i18n/opening.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { PickupBranch } from '#stores/baskets/pickup.ts'
import styles from './pickup.module.css'

const openWords = (open: PickupBranch['open'], t: Translate): string => openingText(open, t, Date.now())

/** `number`: of its pin on the map. Address of a branch, how far it is, whether it is open and when an order would be ready. */
export const BranchWords = ({ branch, number }: { branch: PickupBranch; number?: number }) => {
  const t = useT('pickup', 'supplier')
  const locale = useLocale()
  const { address, km, open, pickup } = branch
  return (
    <>
      <h3 className={styles.address}>{number === undefined ? address : `${number}. ${address}`}</h3>
      <p className={styles.facts}>
        <span>{formatDistance(km, locale)}</span>
        <span className={open.status === 0 ? styles.open : styles.closed}>{openWords(open, t)}</span>
        {open.status === 0 && <span>{t('pickup:ready', { minutes: formatMinutes(pickup.minutesFrom, pickup.minutesTo, locale) })}</span>}
      </p>
    </>
  )
}
