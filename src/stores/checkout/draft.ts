import { computed } from 'nanostores'
import { $chosenAddress } from '#stores/addresses/addresses.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { $choices } from './choices.ts'
import { canTip, obstaclesOf, type Draft } from './place-order.ts'
import { $comment } from '#stores/baskets/comment.ts'
import { $when } from './delivery-time.ts'
import { $card } from './card-choice.ts'
import { $ownMoney, $ownMoneyAsked } from './own-money.ts'
import { $payment } from './payment-methods.ts'
import { $session } from '#stores/auth/session.ts'

/** The order as the page shows it; null until the basket is loaded. */
export const $draft = computed(
  [$session, $basket, $chosenAddress, $when, $payment, $comment, $choices, $card, $ownMoney, $ownMoneyAsked],
  (
    session,
    state,
    chosen,
    when,
    payment,
    comment,
    { cutlery, isGift, greeting, runOut, runOutLines, tip },
    card,
    own,
    isAsked
  ): Draft | null =>
    state.state === 'ready'
      ? {
          signedIn: session.state === 'user',
          basket: state.basket,
          settling: state.settling || isAsked,
          chosen,
          when,
          payment,
          comment: comment.text,
          cutlery,
          extras: { isGift, greeting, runOut, runOutLines },
          card,
          own,
          tip: canTip({ basket: state.basket, payment, own }) ? tip : null
        }
      : null
)

export const $obstacles = computed($draft, (draft) => (draft ? obstaclesOf(draft) : []))
