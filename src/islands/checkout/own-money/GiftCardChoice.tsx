import { formatAmd } from '#domain/money.ts'
import { formatDate } from '#i18n/dates.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { OwnMoneyChoices, SplitOwnMoney } from '#stores/checkout/split-own-money.ts'

interface GiftCardChoiceProps extends Pick<SplitOwnMoney, 'giftCards'> {
  onChoose: (change: Partial<OwnMoneyChoices>) => void
}

/** Which of several gift cards pay; without any, none does. */
export const GiftCardChoice = ({ giftCards: { cards, chosen }, onChoose }: GiftCardChoiceProps) => {
  const t = useT('checkout')
  const locale = useLocale()
  const all = cards.map(({ id }) => id)
  return (
    <Choice
      kind="checkbox"
      legend={t('checkout:own.cards')}
      options={cards.map(({ id, code, balance, expiresAt }) => ({
        value: id,
        label: t('checkout:own.card', { code }),
        note: t('checkout:own.cardNote', { price: formatAmd(balance, locale), date: formatDate(Date.parse(expiresAt)) })
      }))}
      chosen={chosen ?? all}
      onChoose={(ids) =>
        onChoose(ids.length === 0 ? { useGiftCards: false, giftCards: null } : { giftCards: ids.length === all.length ? null : ids })
      }
    />
  )
}
