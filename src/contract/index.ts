import { auth } from './auth.ts'
import { baskets } from './baskets.ts'
import { catalogue } from './catalogue.ts'
import { geo } from './geo.ts'
import { info } from './info.ts'
import { orders } from './orders.ts'
import { profile } from './profile.ts'

/** Every operation of the marketplace, by noun. Literal paths stand before those with parameters. */
export const contract = { info, catalogue, geo, auth, profile, baskets, orders }
