import { computed } from 'nanostores'
import { followAddresses } from '#stores/addresses/addresses.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { restoreChoices } from './choices.ts'
import { recoverLostAnswer } from './checkout.ts'
import { loadTimes } from './delivery-time.ts'
import { openModal } from '#stores/modals.ts'
import { followOwnMoney } from './own-money.ts'
import { $onlineOnly, loadMethods } from './payment-methods.ts'
import { isOfTickets } from '#stores/baskets/mode.ts'
import { $location } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'

/** JSON of the parameters for `loadTimes`; another basket or address loads the times again. Empty: nothing to deliver. */
const $timesParameters = computed([$basket, $location, $session], (state, { addressId }, session) => {
  if (state.state !== 'ready' || state.settling || state.basket.status !== 'fill') return ''
  const { sessionId, version } = state.basket
  return JSON.stringify([sessionId, session.state === 'user' ? addressId : null, version])
})

let started: Promise<void> | null = null

/** Once per page: restores the choices, loads basket, addresses and payment methods, and the times whenever they may have changed. */
export const startCheckout = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  // Same as `askBack` of the account pages; sharing it in one file would bundle the checkout with them.
  $session.listen((session) => {
    if (session.state === 'guest' && session.ended) openModal('login')
  })
  restoreChoices()
  followAddresses()
  $timesParameters.subscribe((parameters) => {
    if (!parameters) return
    const [sessionId, addressId] = JSON.parse(parameters) as [string, number | null, number]
    void loadTimes(sessionId, addressId)
  })
  $basket.subscribe((state) => $onlineOnly.set(state.state === 'ready' && isOfTickets(state.basket)))
  followOwnMoney()
  await Promise.all([startBasket(), loadMethods()])
  await recoverLostAnswer()
}
