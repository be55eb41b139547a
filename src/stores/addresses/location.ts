import { environment } from '#stores/environment.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isNullOr, isNumber, isShape, isText, type Of } from '#stores/shape.ts'

const isPlace = isShape({
  version: isExactly(1),
  title: isText,
  addressId: isNullOr(isNumber),
  latitude: isNullOr(isNumber),
  longitude: isNullOr(isNumber)
})
/** Where to deliver, as the header shows it; `title` is empty when nobody said. */
export type Place = Of<typeof isPlace>
export const NOWHERE: Place = { version: 1, title: '', addressId: null, latitude: null, longitude: null }

const $place = savedStore<Place>('root:place', isPlace, NOWHERE)
export { $place }

/** A saved address (by id), or a point nobody has saved yet. */
export const choosePlace = (place: Omit<Place, 'version'>): void => {
  $place.set({ version: 1, ...place })
  environment().emit('place:change')
}
export const forgetPlace = (): void => {
  $place.set(NOWHERE)
  environment().emit('place:change')
}
