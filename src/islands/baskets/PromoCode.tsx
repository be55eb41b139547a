import { useState } from 'react'
import type { Basket } from '#contract/baskets/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { enterPromoCode, removePromoCode } from '#stores/baskets/voucher.ts'
import styles from './PromoCode.module.css'

/** Longest promo code of the API. */
const MAX_CODE = 40

/** The promo code of a basket, or the field for one; a refusal is said beneath it. */
export const PromoCode = ({ basket: { voucher } }: { basket: Basket }) => {
  const t = useT('basket')
  const locale = useLocale()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const during = async (work: () => Promise<string | null | void>): Promise<void> => {
    setBusy(true)
    const refusal = await work().finally(() => setBusy(false))
    setError(refusal ?? undefined)
    if (!refusal) setCode('')
  }
  if (voucher) {
    const reason = voucher.problem && t(`basket:voucher.${voucher.problem}`, { price: formatAmd(voucher.minimum, locale) })
    return (
      <div className={styles.code}>
        <p aria-live="polite">
          <b>{voucher.code}</b> {reason ?? voucher.name}
        </p>
        <Button look="quiet" pending={isBusy} onClick={() => void during(removePromoCode)}>
          {t('basket:voucher.remove')}
        </Button>
      </div>
    )
  }
  return (
    <form
      className={styles.code}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() && !isBusy) void during(() => enterPromoCode(code))
      }}
    >
      <Field
        label={t('basket:voucher.label')}
        value={code}
        maxLength={MAX_CODE}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" pending={isBusy}>
        {t('basket:voucher.apply')}
      </Button>
    </form>
  )
}
