import * as catalogue from './schema/catalogue.ts'
import * as payments from './schema/payments.ts'
import * as people from './schema/people.ts'
import * as trade from './schema/trade.ts'

/** All tables, by name. */
export const schema = { ...catalogue, ...payments, ...people, ...trade }
