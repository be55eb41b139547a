import { environment } from '#stores/environment.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isNullOr, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

const isLocation = isShape({
  version: isExactly(1),
  title: isText,
  addressId: isNullOr(isNumber),
  latitude: isNullOr(isNumber),
  longitude: isNullOr(isNumber)
})
/** The delivery location, as the header shows it; `title` is empty when none is set. */
export type Location = Of<typeof isLocation>
export const NOWHERE: Location = { version: 1, title: '', addressId: null, latitude: null, longitude: null }

const $location = savedStore<Location>('root:place', isLocation, NOWHERE)
export { $location }

/** Sets the location: a saved address (by id), or a point without one. */
export const chooseLocation = (location: Omit<Location, 'version'>): void => {
  $location.set({ version: 1, ...location })
  environment().emit('place:change')
}
export const clearLocation = (): void => {
  $location.set(NOWHERE)
  environment().emit('place:change')
}
