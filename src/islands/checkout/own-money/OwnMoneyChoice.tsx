import { lazy, Suspense } from 'react'
import { formatAmd } from '#domain/money.ts'
import { Choice, type Option } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { OwnMoneyChoices, SplitOwnMoney } from '#stores/checkout/split-own-money.ts'

const GiftCardChoice = lazy(async () => ({ default: (await import('./GiftCardChoice.tsx')).GiftCardChoice }))

interface Offered extends Option<'giftCards' | 'points' | 'corporate'> {
  available: number
  covers: number
  isOn: boolean
}

interface OwnMoneyChoiceProps {
  own: SplitOwnMoney
  onChoose: (change: Partial<OwnMoneyChoices>) => void
}

/** Whether gift cards, points and the corporate wallet pay what they can; for who has some. */
export const OwnMoneyChoice = ({ own: { giftCards, points, corporate }, onChoose }: OwnMoneyChoiceProps) => {
  const t = useT('checkout')
  const locale = useLocale()
  const price = (amd: number) => ({ price: formatAmd(amd, locale) })
  const offered: Offered[] = []
  if (giftCards.covers > 0) offered.push({ ...giftCards, value: 'giftCards', label: t('checkout:own.giftCards', price(giftCards.covers)) })
  if (points.covers > 0) offered.push({ ...points, value: 'points', label: t('checkout:points.pay', price(points.covers)) })
  if (corporate && corporate.available > 0 && (corporate.covers > 0 || !corporate.takes))
    offered.push({
      ...{ ...corporate, value: 'corporate', disabled: !corporate.takes },
      label: corporate.takes ? t('checkout:own.corporate', price(corporate.covers)) : t('checkout:own.corporateRefused')
    })
  if (offered.length === 0) return null
  const suppliers = points.labelledAt.join(', ')
  return (
    <>
      <Choice
        kind="checkbox"
        legend={t(corporate ? 'checkout:own.titleCorporate' : 'checkout:own.title')}
        hint={points.available > 0 && suppliers && t('checkout:points.labelledAt', { suppliers })}
        options={offered.map(({ value, label, disabled = false, available, covers }) => ({
          value,
          label,
          disabled,
          note: available > covers ? t('checkout:own.have', price(available)) : undefined
        }))}
        chosen={offered.flatMap(({ value, isOn }) => (isOn ? [value] : []))}
        onChoose={(chosen) =>
          onChoose({
            useGiftCards: chosen.includes('giftCards'),
            ...(!chosen.includes('giftCards') && { giftCards: null }),
            usePoints: chosen.includes('points'),
            useCorporateWallet: chosen.includes('corporate')
          })
        }
      />
      {giftCards.isOn && giftCards.cards.length > 1 && (
        <Suspense fallback={null}>
          <GiftCardChoice giftCards={giftCards} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  )
}
