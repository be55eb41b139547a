import { authSchemas } from './auth.schemas.ts'
import { basketsSchemas } from './baskets.schemas.ts'
import { catalogueSchemas } from './catalogue.schemas.ts'
import { geoSchemas } from './geo.schemas.ts'
import { ordersSchemas } from './orders.schemas.ts'
import { profileSchemas } from './profile.schemas.ts'

/** Schemas by noun, for the reference page and tests; never imported by what a browser runs. */
export const schemas = {
  info: {},
  catalogue: catalogueSchemas,
  geo: geoSchemas,
  auth: authSchemas,
  profile: profileSchemas,
  baskets: basketsSchemas,
  orders: ordersSchemas
}
