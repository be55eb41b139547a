import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { CardLabel } from '#islands/cards/CardLabel.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { $session } from '#stores/auth/session.ts'
import { $cards, loadCards, usableCards } from '#stores/cards/cards.ts'
import { $card, chooseCard, chooseToSave } from '#stores/checkout/card-choice.ts'
import { clearRefusal } from '#stores/checkout/checkout.ts'
import { $payment } from '#stores/checkout/payment-methods.ts'

const NEW_CARD = 0

/** Which card pays: a saved one, or one that is entered at the bank and may be saved. */
export const CardChoice = () => {
  const t = useT('checkout')
  const signedIn = useStore($session).state === 'user'
  const saves = useStore($payment)?.savesCards === true
  const cards = usableCards(useStore($cards))
  const { boundCardId, bindCard } = useStore($card)
  const asks = signedIn && saves
  useEffect(() => {
    if (asks) void loadCards()
  }, [asks])
  if (!asks) return null
  return (
    <>
      {cards.length > 0 && (
        <Choice
          kind="radio"
          legend={t('checkout:cards.legend')}
          options={[
            ...cards.map((card) => ({ value: card.id, label: <CardLabel card={card} /> })),
            { value: NEW_CARD, label: t('checkout:cards.another') }
          ]}
          chosen={[boundCardId ?? NEW_CARD]}
          onChoose={([id]) => {
            clearRefusal()
            chooseCard(id || null)
          }}
        />
      )}
      {boundCardId === null && (
        <Choice
          kind="checkbox"
          legend={<span className="hidden-visually">{t('checkout:cards.saveLegend')}</span>}
          options={[{ value: 1, label: t('checkout:cards.save') }]}
          chosen={bindCard ? [1] : []}
          onChoose={(chosen) => chooseToSave(chosen.length > 0)}
        />
      )}
    </>
  )
}
