import { formatAmd } from '#domain/money.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { clearRefusal } from '#stores/checkout/checkout.ts'
import { choose } from '#stores/checkout/choices.ts'
import type { PointsChoice as Points } from '#stores/checkout/points.ts'

/** Whether points pay what they can; for who has some. */
export const PointsChoice = ({ points: { available, covers, isOn } }: { points: Points }) => {
  const t = useT('checkout')
  const locale = useLocale()
  if (covers === 0) return null
  return (
    <Choice
      kind="checkbox"
      legend={t('checkout:points.title')}
      options={[
        {
          value: 1,
          label: t('checkout:points.pay', { price: formatAmd(covers, locale) }),
          note: available > covers ? t('checkout:points.have', { price: formatAmd(available, locale) }) : undefined
        }
      ]}
      chosen={isOn ? [1] : []}
      onChoose={(chosen) => {
        clearRefusal()
        choose({ usePoints: chosen.length > 0 })
      }}
    />
  )
}
