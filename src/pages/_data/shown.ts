import type { Shown } from '#components/listing/address.ts'
import { PAGE } from '#domain/constants.ts'
import { nextShown, PAGE_SIZES } from '#domain/listing.ts'
import { pageOf } from './answer.ts'

const grown: number[] = []
for (let next = nextShown(PAGE.listing); next !== null; next = nextShown(next)) grown.push(next)

/** How much of a list an address asks for; what nobody offers is left out. */
export const shownIn = (query: URLSearchParams): Shown => {
  const to = grown.find((one) => String(one) === query.get('to'))
  if (to !== undefined) return { to }
  return { size: PAGE_SIZES.find((one) => String(one) === query.get('size')), page: pageOf(query.get('page')) }
}
