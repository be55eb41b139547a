import { $place } from '#stores/addresses/location.ts'
import { $session, restoreSession } from '#stores/auth/session.ts'
import { loadBasket } from './load.ts'
import { followOtherTabs, isAheadElsewhere } from './pending.ts'
import { sendWaiting } from './queue.ts'
import { confirmedBasket } from './server.ts'
import { $snapshot } from './snapshot.ts'

let started: Promise<void> | null = null

/** Once a page: who is signed in, the basket, what still waits to be sent; then follows session, location and the other tabs. */
export const startBasket = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  followOtherTabs()
  await restoreSession()
  $session.listen((session, before) => {
    if (session.state !== before?.state) void loadBasket()
  })
  $place.listen((place, before) => {
    if (JSON.stringify(place) !== JSON.stringify(before)) void loadBasket()
  })
  $snapshot.listen(({ basketVersion }) => {
    const version = confirmedBasket()?.version
    if (version !== undefined && basketVersion !== -1 && (basketVersion !== version || isAheadElsewhere())) void loadBasket()
  })
  await loadBasket()
  sendWaiting()
}
