import { randomBytes } from 'node:crypto'
import { ANONYMOUS_COOKIE } from '#domain/constants.ts'
import type { Client } from './api.ts'
import { importBasket } from './basket-stores.ts'
import { openTab } from './tab.ts'

/** The checkout page of a browser tab on the real API. `kept` is the tab's own storage, which a reload keeps. */
export const openCheckout = async (client: Client, kept = new Map<string, string>()) => {
  client.cookies.set(ANONYMOUS_COOKIE, client.anonymousId)
  const tab = await openTab({ client, path: '/en/checkout' })
  const { environment, useEnvironment } = await import('#stores/environment.ts')
  useEnvironment({ ...environment(), newKey: () => randomBytes(16).toString('hex') })
  const { useTabStorage } = await import('#stores/tab-storage.ts')
  useTabStorage({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name)
  })
  const modules = {
    ...(await import('#stores/addresses/addresses.ts')),
    ...(await import('#stores/addresses/save-address.ts')),
    ...(await importBasket()),
    ...(await import('#stores/checkout/checkout.ts')),
    ...(await import('#stores/checkout/choices.ts')),
    ...(await import('#stores/checkout/draft.ts')),
    ...(await import('#stores/checkout/start.ts')),
    ...(await import('#stores/baskets/comment.ts')),
    ...(await import('#stores/checkout/delivery-time.ts')),
    ...(await import('#stores/modals.ts')),
    ...(await import('#stores/orders/order-actions.ts')),
    ...(await import('#stores/checkout/payment-methods.ts')),
    ...(await import('#stores/auth/session.ts'))
  }
  // What a mounted page listens to.
  for (const store of [modules.$draft, modules.$obstacles, modules.$placing, modules.$when]) store.listen(() => undefined)
  await modules.startCheckout()
  await tab.pass()
  /** Calls of checkout sent from this tab. */
  const tries = (): number => tab.requests.filter((request) => request === 'POST /orders/checkout').length
  return { ...modules, call: environment().call, tab, kept, tries, refusal: () => modules.$placing.get() }
}
