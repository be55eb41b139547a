import type { Menu, Product, Supplier } from '#contract/catalogue/calls.ts'
import type { BranchInfo } from '#contract/catalogue/branches.ts'
import { supplierPath, WEIGHED_UNIT, type SupplierKind } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { shareOfSupplier } from './share.ts'

/** Origin of the page's URLs, and its language. */
export interface PageContext {
  siteUrl: string
  locale: Locale
}
const addressOf = ({ siteUrl, locale }: PageContext, path: string): string => siteUrl + localePath(locale, path)

/** schema.org types of the supplier kinds. */
const TYPE: Record<SupplierKind, string> = {
  restaurant: 'Restaurant',
  store: 'GroceryStore',
  shop: 'Store',
  pharmacy: 'Pharmacy',
  service: 'LocalBusiness',
  giftCard: 'Store'
}
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Maximum numbers of departments and products in the data; the page itself has all. */
const MAX_SECTIONS = 8
const DISHES = 3

export const trailData = (context: PageContext, trail: readonly { name: string; path: string }[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: addressOf(context, path)
  }))
})

export const siteData = (context: PageContext, name: string): object => ({
  '@type': 'WebSite',
  name,
  url: addressOf(context, '/'),
  inLanguage: context.locale,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: addressOf(context, '/search?term={search_term_string}') },
    'query-input': 'required name=search_term_string'
  }
})

/** Opening hours "10:00-02:00" of some days; an end before the start is after midnight, also in schema.org. */
const hoursData = (hours: BranchInfo['hours']): object[] => {
  const days = new Map<string, string[]>()
  hours.forEach((spans, day) => {
    for (const span of spans) days.set(span, [...(days.get(span) ?? []), DAYS[day] ?? ''])
  })
  return [...days].map(([span, dayOfWeek]) => {
    const [opens = '', closes = ''] = span.split('-')
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes: closes === '24:00' ? '23:59' : closes }
  })
}

/** Dates with special hours; a closed day opens and closes at the same time, as schema.org defines. */
const specialHoursData = (exceptions: BranchInfo['exceptions']): object[] =>
  exceptions.flatMap(({ from, to, hours }) =>
    (hours.length > 0 ? hours : ['00:00-00:00']).map((span) => {
      const [opens = '', closes = ''] = span.split('-')
      const ends = closes === '24:00' ? '23:59' : closes
      return { '@type': 'OpeningHoursSpecification', validFrom: from, validThrough: to, opens, closes: ends }
    })
  )

const menuData = ({ departments, items }: Menu): object => ({
  '@type': 'Menu',
  hasMenuSection: departments.slice(0, MAX_SECTIONS).map(({ id, name }) => ({
    '@type': 'MenuSection',
    name,
    hasMenuItem: items
      .filter(({ departmentId, adult }) => departmentId === id && !adult)
      .slice(0, DISHES)
      .map((dish) => ({ '@type': 'MenuItem', name: dish.name, offers: { '@type': 'Offer', price: dish.price, priceCurrency: 'AMD' } }))
  }))
})

/** A supplier with its main branch. Without a rating: it is imported, not given by customers of this site. */
export const supplierData = (context: PageContext, supplier: Supplier, menu: Menu, cityName: string): object => {
  const { kind, alias, name, description, branches } = supplier
  const url = addressOf(context, supplierPath(kind, alias))
  const [branch] = branches
  return {
    '@type': TYPE[kind],
    '@id': url,
    url,
    name,
    description,
    image: context.siteUrl + shareOfSupplier(supplier.id),
    currenciesAccepted: 'AMD',
    ...(branch && {
      telephone: branch.phone,
      address: { '@type': 'PostalAddress', streetAddress: branch.address, addressLocality: cityName, addressCountry: 'AM' },
      geo: { '@type': 'GeoCoordinates', latitude: branch.lat, longitude: branch.lng },
      openingHoursSpecification: hoursData(branch.hours),
      ...(branch.exceptions.length > 0 && { specialOpeningHoursSpecification: specialHoursData(branch.exceptions) })
    }),
    ...(kind === 'restaurant' && menu.items.length > 0 && { hasMenu: menuData(menu) })
  }
}

/** A product with its offer; null for age-restricted products, which the page hides. */
export const productData = (context: PageContext, product: Product): object | null => {
  if (product.adult) return null
  const { id, name, description, brand, code, price, stock, supplier, unitId } = product
  const url = addressOf(context, `/products/${id}`)
  const perKilogram = {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: 'AMD',
    referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'KGM' }
  }
  return {
    '@type': 'Product',
    '@id': url,
    name,
    ...(description && { description }),
    sku: `${supplier.id}-${code}`,
    image: new URL(pictureUrl(product.picture), context.siteUrl).href,
    ...(brand && { brand: { '@type': 'Brand', name: brand.name } }),
    offers: {
      '@type': 'Offer',
      url,
      price,
      priceCurrency: 'AMD',
      availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
      ...(unitId === WEIGHED_UNIT && { priceSpecification: perKilogram }),
      seller: { '@type': TYPE[supplier.kind], name: supplier.name, url: addressOf(context, supplierPath(supplier.kind, supplier.alias)) }
    }
  }
}
