import * as v from 'valibot'
import { environment } from './environment.ts'
import { savedStore } from './saved.ts'

const PlaceSchema = v.object({
  version: v.literal(1),
  title: v.string(),
  addressId: v.nullable(v.number()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number())
})
/** Where to deliver, as the header shows it; `title` is empty when nobody said. */
export type Place = v.InferOutput<typeof PlaceSchema>
export const NOWHERE: Place = { version: 1, title: '', addressId: null, latitude: null, longitude: null }

const $place = savedStore<Place>('root:place', PlaceSchema, NOWHERE)
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
