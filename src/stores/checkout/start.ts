import { computed } from 'nanostores'
import { followAddresses } from '#stores/addresses/addresses.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { restoreChoices } from './choices.ts'
import { askForLostAnswer } from './checkout.ts'
import { loadTimes } from './delivery-time.ts'
import { openModal } from '#stores/modals.ts'
import { loadMethods } from './payment-methods.ts'
import { $place } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'

/** For what times were asked last; another basket or address asks anew. Empty: there is nothing to bring. */
const $question = computed([$basket, $place, $session], (state, { addressId }, session) => {
  if (state.state !== 'ready' || state.settling || state.basket.status !== 'fill') return ''
  const { sessionId, version } = state.basket
  return JSON.stringify([sessionId, session.state === 'user' ? addressId : null, version])
})

let started: Promise<void> | null = null

/** Once a page: what was chosen before, the basket, addresses, ways to pay, and the times as often as they may have changed. */
export const startCheckout = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  // As the account's pages do; from a file of its own they would bring the whole checkout along.
  $session.listen((session) => {
    if (session.state === 'guest' && session.ended) openModal('login')
  })
  restoreChoices()
  followAddresses()
  $question.subscribe((question) => {
    if (!question) return
    const [sessionId, addressId] = JSON.parse(question) as [string, number | null, number]
    void loadTimes(sessionId, addressId)
  })
  await Promise.all([startBasket(), loadMethods()])
  await askForLostAnswer()
}
