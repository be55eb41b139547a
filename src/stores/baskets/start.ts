import { $location } from '#stores/addresses/location.ts'
import { $session, restoreSession } from '#stores/auth/session.ts'
import { loadBasket, repriceBasket } from './load.ts'
import { followOtherTabs, isAheadElsewhere } from './pending.ts'
import { sendPending } from './queue.ts'
import { confirmedBasket } from './server.ts'
import { $snapshot } from './snapshot.ts'

let started: Promise<void> | null = null

/** Once per page: restores the session, loads the basket, sends pending changes; then follows the session, the location and other tabs. */
export const startBasket = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  followOtherTabs()
  await restoreSession()
  $session.listen((session, before) => {
    if (session.state !== before?.state) void repriceBasket()
  })
  $location.listen((place, before) => {
    if (JSON.stringify(place) !== JSON.stringify(before)) void repriceBasket()
  })
  $snapshot.listen(({ basketVersion }) => {
    const version = confirmedBasket()?.version
    if (version !== undefined && basketVersion !== -1 && (basketVersion !== version || isAheadElsewhere())) void loadBasket()
  })
  await loadBasket()
  sendPending()
}
