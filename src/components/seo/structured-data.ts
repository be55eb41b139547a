import type { BranchInfo, Menu, Product, Supplier } from '#contract/catalogue/calls.ts'
import { supplierPath, WEIGHED_UNIT, type SupplierKind } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { shareOfSupplier } from './share.ts'

/** Where a page stands: the origin of its addresses, and its language. */
export interface Standing {
  siteUrl: string
  locale: Locale
}
const addressOf = ({ siteUrl, locale }: Standing, path: string): string => siteUrl + localePath(locale, path)

/** schema.org's words for what we list. */
const TYPE: Record<SupplierKind, string> = {
  restaurant: 'Restaurant',
  store: 'GroceryStore',
  shop: 'Store',
  pharmacy: 'Pharmacy',
  service: 'LocalBusiness',
  giftCard: 'Store'
}
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Departments and dishes a page tells: the page itself has the rest. */
const MAX_SECTIONS = 8
const DISHES = 3

export const trailData = (standing: Standing, trail: readonly { name: string; path: string }[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: addressOf(standing, path)
  }))
})

export const siteData = (standing: Standing, name: string): object => ({
  '@type': 'WebSite',
  name,
  url: addressOf(standing, '/'),
  inLanguage: standing.locale,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: addressOf(standing, '/search?term={search_term_string}') },
    'query-input': 'required name=search_term_string'
  }
})

/** A span "10:00-02:00" of some days; one that ends before it starts runs past midnight, as schema.org reads it too. */
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

/** Days with other hours, as dates; a day without any opens and closes at the same moment, which schema.org reads as closed. */
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

/** A place with its main branch. Its rating is not told: it comes with the market's files, and not from people who ordered here. */
export const supplierData = (standing: Standing, supplier: Supplier, menu: Menu, cityName: string): object => {
  const { kind, alias, name, description, branches } = supplier
  const url = addressOf(standing, supplierPath(kind, alias))
  const [branch] = branches
  return {
    '@type': TYPE[kind],
    '@id': url,
    url,
    name,
    description,
    image: standing.siteUrl + shareOfSupplier(supplier.id),
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

/** Goods with their offer; null for goods for adults, which the page veils. */
export const productData = (standing: Standing, product: Product): object | null => {
  if (product.adult) return null
  const { id, name, description, brand, code, price, stock, supplier, unitId } = product
  const url = addressOf(standing, `/products/${id}`)
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
    image: new URL(pictureUrl(product.picture), standing.siteUrl).href,
    ...(brand && { brand: { '@type': 'Brand', name: brand.name } }),
    offers: {
      '@type': 'Offer',
      url,
      price,
      priceCurrency: 'AMD',
      availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
      ...(unitId === WEIGHED_UNIT && { priceSpecification: perKilogram }),
      seller: { '@type': TYPE[supplier.kind], name: supplier.name, url: addressOf(standing, supplierPath(supplier.kind, supplier.alias)) }
    }
  }
}
