import { isGiftPrice, type AppBarId, type GiftPrice } from '#domain/home.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { writeShown, type Shown } from '#components/listing/address.ts'

/** The visitor's choice on a collection's page; read from the URL. */
export interface CollectionChoice extends Shown {
  /** Key of a city other than the default one. */
  city?: string | undefined
  occasion?: string | undefined
  price?: GiftPrice | undefined
}

export const choiceOf = (query: URLSearchParams, shown: Shown): CollectionChoice => {
  const price = query.get('price') ?? ''
  return {
    city: query.get('city') ?? undefined,
    occasion: query.get('occasion') ?? undefined,
    price: isGiftPrice(price) ? price : undefined,
    ...shown
  }
}

/** `?city=gyumri&occasion=birthday&price=0-5000&page=2`, in a fixed order, so that a page has one URL. */
export const collectionQuery = ({ city, occasion, price, ...shown }: CollectionChoice): string => {
  const query = new URLSearchParams()
  if (city) query.set('city', city)
  if (occasion) query.set('occasion', occasion)
  if (price) query.set('price', price)
  return writeShown(query, shown)
}

export const collectionHref = (locale: Locale, id: AppBarId, choice: CollectionChoice): string =>
  localePath(locale, `/picks/${id}`) + collectionQuery(choice)
