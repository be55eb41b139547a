import { useState } from 'react'
import type { BasketPoints } from '#contract/baskets/basket.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDay } from '#domain/time/format-day.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { enterPromoCode } from '#stores/baskets/voucher.ts'
import styles from '../checkout.module.css'

/** A delivery that an earlier order made free: a press uses it here. */
export const FreeDeliveryOffer = ({ offer: { code, lastDay, saves } }: { offer: NonNullable<BasketPoints['freeDelivery']> }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const use = async (): Promise<void> => {
    setBusy(true)
    setError(await enterPromoCode(code).finally(() => setBusy(false)))
  }
  return (
    <div className={styles.offer}>
      <p aria-live="polite">{error ?? t('checkout:freeDelivery.yours', { price: formatAmd(saves, locale), date: formatDay(lastDay) })}</p>
      <Button pending={isBusy} onClick={() => void use()}>
        {t('checkout:freeDelivery.use')}
      </Button>
    </div>
  )
}
