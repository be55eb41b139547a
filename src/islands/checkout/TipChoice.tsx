import { formatAmd } from '#domain/money.ts'
import { TIP_CHOICES } from '#domain/orders/tip.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { clearRefusal } from '#stores/checkout/checkout.ts'
import { choose } from '#stores/checkout/choices.ts'

/** A tip for whoever brings the order, paid with it; another sum can be given afterwards. */
export const TipChoice = ({ tip }: { tip: number }) => {
  const t = useT('checkout')
  const locale = useLocale()
  return (
    <Choice
      kind="radio"
      inRow
      legend={t('checkout:tip.title')}
      hint={t('checkout:tip.hint')}
      options={[0, ...TIP_CHOICES].map((value) => ({ value, label: value === 0 ? t('checkout:tip.none') : formatAmd(value, locale) }))}
      chosen={[tip]}
      onChoose={([chosen = 0]) => {
        clearRefusal()
        choose({ tip: chosen })
      }}
    />
  )
}
