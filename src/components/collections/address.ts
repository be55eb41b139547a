import { isGiftPrice, type AppBarId, type GiftPrice } from '#domain/home.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { writeShown, type Shown } from '#components/listing/address.ts'

/** What a visitor chose on the page of a pick; all of it stands in the address. */
export interface CollectionChoice extends Shown {
  occasion?: string | undefined
  price?: GiftPrice | undefined
}

export const choiceOf = (query: URLSearchParams, shown: Shown): CollectionChoice => {
  const price = query.get('price') ?? ''
  return { occasion: query.get('occasion') ?? undefined, price: isGiftPrice(price) ? price : undefined, ...shown }
}

/** `?occasion=birthday&price=0-5000&page=2`: always in the same order, so that one page has one address. */
export const collectionQuery = ({ occasion, price, ...shown }: CollectionChoice): string => {
  const query = new URLSearchParams()
  if (occasion) query.set('occasion', occasion)
  if (price) query.set('price', price)
  return writeShown(query, shown)
}

export const collectionHref = (locale: Locale, id: AppBarId, choice: CollectionChoice): string =>
  localePath(locale, `/picks/${id}`) + collectionQuery(choice)
