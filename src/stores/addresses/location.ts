import { environment } from '#stores/environment.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isNullOr, isNumber, isShape, isText, type Of } from '#stores/shape.ts'
import * as info from '#contract/info/calls.ts'
import { CITY_COOKIE } from '#domain/constants.ts'
import { distanceKm } from '#domain/delivery.ts'

const isLocation = isShape({
  version: isExactly(1),
  title: isText,
  addressId: isNullOr(isNumber),
  latitude: isNullOr(isNumber),
  longitude: isNullOr(isNumber),
  /** Key of the nearest city of the market, once it is known. */
  city: (value): value is string | undefined => value === undefined || isText(value)
})
/** The delivery location, as the header shows it; `title` is empty when none is set. */
export type Location = Of<typeof isLocation>
export const NOWHERE: Location = { version: 1, title: '', addressId: null, latitude: null, longitude: null, city: undefined }

const $location = savedStore<Location>('root:place', isLocation, NOWHERE)
export { $location }

/** Sets the location: a saved address (by id), or a point without one. */
export const chooseLocation = (location: Omit<Location, 'version' | 'city'>): void => {
  $location.set({ version: 1, ...location, city: undefined })
  environment().emit('place:change')
  // Without an answer the city stays.
  void followCity().catch(() => undefined)
}

const YEAR = 365 * 24 * 3600

/** Makes the city nearest to the location that of the following pages; a page that shows another one is loaded again. */
const followCity = async (): Promise<void> => {
  const { latitude, longitude, title } = $location.get()
  if (latitude === null || longitude === null) return
  const { call, cookies, navigate, path, shownCity } = environment()
  const { cities } = await call(info.info)
  const now = $location.get()
  if (now.latitude !== latitude || now.longitude !== longitude || now.title !== title) return
  const km = (city: { lat: number; lng: number }): number => distanceKm(city, { lat: latitude, lng: longitude })
  const [nearest] = cities.toSorted((a, b) => km(a) - km(b))
  if (!nearest) return
  cookies.write(CITY_COOKIE, nearest.key, YEAR)
  $location.set({ ...now, city: nearest.key })
  const shown = shownCity()
  if (shown === null || shown === nearest.key) return
  const url = new URL(path(), 'http://page')
  url.searchParams.delete('city')
  // Rounded points belong to the former location.
  url.searchParams.delete('near')
  navigate(url.pathname + url.search)
}
export const clearLocation = (): void => {
  $location.set(NOWHERE)
  environment().emit('place:change')
}
