import type { Config } from '#server/config.ts'
import { createGazetteer } from './gazetteer.ts'
import { guarded } from './guarded.ts'
import type { Gazetteer, Geocoder, Vendor } from './port.ts'
import { createGoogle } from './vendors/google.ts'
import { createNominatim } from './vendors/nominatim.ts'
import { createPhoton } from './vendors/photon.ts'
import { createYandex } from './vendors/yandex.ts'

type GeoOptions = Pick<Config, 'GEO_PROVIDER' | 'GEO_URL' | 'GEO_KEY' | 'GEO_TIMEOUT_MS' | 'SITE_URL' | 'WEB_CONCURRENCY'>

const vendorOf = (config: GeoOptions): Vendor | null => {
  const { GEO_PROVIDER: provider, GEO_URL: url, GEO_KEY: key, GEO_TIMEOUT_MS: timeoutMs } = config
  const options = { url, key, timeoutMs, agent: `Shuka/1.0 (${config.SITE_URL})` }
  if (provider === 'photon') return createPhoton(options)
  // One request per second is the limit for the whole shop, shared by its processes.
  if (provider === 'nominatim') return createNominatim({ ...options, spacingMs: 1_000 * config.WEB_CONCURRENCY })
  if (provider === 'yandex') return createYandex(options)
  return provider === 'google' ? createGoogle(options) : null
}

/** Creates the configured geocoder; the gazetteer is the default and the fallback of vendors. */
export const createGeocoder = (config: GeoOptions, now: () => number, gazetteer: Gazetteer = createGazetteer()): Geocoder => {
  const vendor = vendorOf(config)
  return vendor ? guarded(vendor, gazetteer, now) : gazetteer
}
