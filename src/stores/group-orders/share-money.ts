import type { GroupCollecting } from '#contract/group-orders/calls.ts'
import { splitOwnMoney, type OwnMoneyChoices, type SplitOwnMoney } from '#stores/checkout/split-own-money.ts'

export const NO_OWN_MONEY: OwnMoneyChoices = { useGiftCards: false, giftCards: null, usePoints: false, useCorporateWallet: false }

/** What gift cards, points and the corporate wallet pay of the own share; null where nothing is due. */
export const shareMoneyOf = ({ ownMoney, due }: GroupCollecting, choices: OwnMoneyChoices): SplitOwnMoney | null => {
  if (!ownMoney) return null
  const { giftCards } = ownMoney
  const chosen = choices.giftCards && giftCards.cards.filter(({ id }) => choices.giftCards?.includes(id))
  // None of the chosen cards is left: all of them count.
  const isChosen = chosen !== null && chosen.length > 0
  const covers = isChosen
    ? Math.floor(
        Math.min(
          due,
          chosen.reduce((sum, { balance }) => sum + balance, 0)
        )
      )
    : giftCards.covers
  return splitOwnMoney(due, { ...ownMoney, giftCards: { ...giftCards, covers } }, isChosen ? choices : { ...choices, giftCards: null })
}
