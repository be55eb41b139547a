import type { Config } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Adapters } from './adapters.ts'
import { createGeocoder } from './geo/create.ts'
import { createMapDrawer } from './geo/map-drawer.ts'
import { createPaymentProviders } from './payment/create.ts'
import { createSenders } from './senders.ts'
import { createSignIn } from './sign-in/create.ts'

/** Creates the adapters of the configuration; simulators by default, which need no keys and no network. */
export const createAdapters = async (engine: Engine, config: Config, now: () => number): Promise<Adapters> => ({
  payments: createPaymentProviders(engine.db, config, now),
  signIn: await createSignIn(config),
  ...createSenders(engine.db, config),
  geocoder: createGeocoder(config, now),
  map: createMapDrawer()
})
