import type { Shown } from '#components/listing/address.ts'
import { grownTo, PAGE_SIZES } from '#domain/listing.ts'
import { pageOf } from './answer.ts'

/** Parses which part of a list the URL requests; invalid values are ignored. */
export const shownIn = (query: URLSearchParams): Shown => {
  const to = grownTo(Number(query.get('to')))
  if (to !== null) return { to }
  return { size: PAGE_SIZES.find((one) => String(one) === query.get('size')), page: pageOf(query.get('page')) }
}
