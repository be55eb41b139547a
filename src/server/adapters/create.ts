import type { Config } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Adapters } from './adapters.ts'
import { createGazetteer } from './geo/gazetteer.ts'
import { createMessageSimulator } from './message/simulator.ts'
import { createBankSimulator } from './payment/simulator.ts'

/** The outside world as configured: simulators, which need no keys and no network. */
export const createAdapters = (engine: Engine, config: Config, now: () => number): Adapters => ({
  bank: createBankSimulator(engine.db, config, now),
  messages: createMessageSimulator(engine.db, now),
  geocoder: createGazetteer()
})
