import { computed } from 'nanostores'
import { $cards, usableCards } from '#stores/cards/cards.ts'
import { $choices, choose } from './choices.ts'
import type { CardRequest } from './place-order.ts'

/** How a card is to pay: by the chosen saved card while it can be charged. */
export const $card = computed([$cards, $choices], (saved, { boundCardId, bindCard }): CardRequest => {
  const usable = usableCards(saved).some(({ id }) => id === boundCardId)
  return { boundCardId: usable ? boundCardId : null, bindCard }
})

export const chooseCard = (boundCardId: number | null): void => choose({ boundCardId })
export const chooseToSave = (bindCard: boolean): void => choose({ bindCard })
