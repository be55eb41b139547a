import { formatAmd } from '#domain/money.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { clearRefusal } from '#stores/checkout/checkout.ts'
import { choose } from '#stores/checkout/choices.ts'
import type { OwnMoney } from '#stores/checkout/own-money.ts'

/** Whether gift cards and points pay what they can; for who has some. */
export const OwnMoneyChoice = ({ own: { giftCards, points } }: { own: OwnMoney }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const price = (amd: number) => ({ price: formatAmd(amd, locale) })
  const offered = [
    {
      ...giftCards,
      value: 'giftCards' as const,
      label: t('checkout:own.giftCards', price(giftCards.covers))
    },
    {
      ...points,
      value: 'points' as const,
      label: t('checkout:points.pay', price(points.covers))
    }
  ].filter(({ covers }) => covers > 0)
  if (offered.length === 0) return null
  return (
    <Choice
      kind="checkbox"
      legend={t('checkout:own.title')}
      options={offered.map(({ value, label, available, covers }) => ({
        value,
        label,
        note: available > covers ? t('checkout:own.have', price(available)) : undefined
      }))}
      chosen={offered.flatMap(({ value, isOn }) => (isOn ? [value] : []))}
      onChoose={(chosen) => {
        clearRefusal()
        choose({ useGiftCards: chosen.includes('giftCards'), usePoints: chosen.includes('points') })
      }}
    />
  )
}
