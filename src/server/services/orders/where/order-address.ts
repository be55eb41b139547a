import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import type { StoredAddress } from '#server/services/baskets/state.ts'

/** Where an order is delivered, as it stays with the order. */
export const orderAddress = ({ locale }: Context, row: StoredAddress): OrderAddress => ({
  title: row.address_title || row.title || row.street,
  line: [row.street, row.apartment && getTranslator(locale)('address:apartmentIs', { value: row.apartment }), row.city]
    .filter(Boolean)
    .join(', '),
  city: row.city,
  lat: row.latitude,
  lng: row.longitude,
  entrance: row.entrance,
  floor: row.floor,
  apartment: row.apartment,
  doorCode: row.door_code,
  comment: row.comment,
  phone: row.phone
})
