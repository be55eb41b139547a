import type { Config } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Adapters } from './adapters.ts'
import { createFiscal } from './fiscal/create.ts'
import { createGeocoder } from './geo/create.ts'
import { createMapDrawer } from './geo/map-drawer.ts'
import { createPayments } from './payment/create.ts'
import { createSenders } from './senders.ts'
import { createSignIn } from './sign-in/create.ts'

/** Creates the adapters of the configuration; simulators by default, which need no keys and no network. */
export const createAdapters = async (engine: Engine, config: Config, now: () => number): Promise<Adapters> => {
  const payments = createPayments(config, now)
  return {
    ...payments,
    ...createFiscal(config, now, payments.simulators.length > 0),
    signIn: await createSignIn(config),
    ...createSenders(engine.db, config),
    geocoder: createGeocoder(config, now),
    map: createMapDrawer()
  }
}
