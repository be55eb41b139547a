import { endpoint } from './endpoint.ts'

/** A suggested address (spec section 3). `addressValue` is comma-separated: street and house, district, city, province, zip. */
export interface Suggestion {
  type: 'street' | 'house' | 'business' | 'district'
  addressTitle: string
  addressValue: string
  province: string
  city: string
  street: string
  zipcode: string
  latitude: number
  longitude: number
}

export const geo = {
  suggest: endpoint<{ query: { term: string; lat?: number; lng?: number }; reply: Suggestion[] }>()({
    method: 'GET',
    path: '/geo/suggest-search',
    access: 'public',
    perMinute: 240,
    codes: [],
    about: 'Up to eight suggestions while an address is typed, in any of the three languages.'
  }),
  search: endpoint<{ query: { term: string }; reply: Suggestion[] }>()({
    method: 'GET',
    path: '/geo/search',
    access: 'public',
    perMinute: 120,
    codes: [],
    about: 'The places a whole address may mean, best first.'
  }),
  reverse: endpoint<{ params: { lat: number; lng: number }; reply: Suggestion }>()({
    method: 'GET',
    path: '/geo/reverse-search/:lat/:lng',
    access: 'public',
    perMinute: 120,
    codes: ['INVALID_ADDRESS'],
    about: 'The address at a point; 462 outside the cities served.'
  }),
  mode: endpoint<{ reply: { provider: 'gazetteer' | 'yandex' | 'google' | 'osm' } }>()({
    method: 'GET',
    path: '/geo/mode',
    access: 'public',
    codes: [],
    about: 'Which geocoder answers.'
  })
}
