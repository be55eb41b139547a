import type { APIRequestContext } from '@playwright/test'
import type { Slot } from '#contract/baskets/calls.ts'
import type { Configurator, ProductCard, Supplier, SupplierCard } from '#contract/catalogue/calls.ts'
import { ANONYMOUS_COOKIE } from '#domain/constants.ts'
import { supplierPath } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'

/** What stands in the demo market, in the language of the story; suppliers by id, products by the code of their list. */
export interface Market {
  product: (supplierId: number, code: string) => Promise<Goods>
  /** The next times of the theatre's first play that has two of them, the soonest first. */
  shows: () => Promise<Goods[]>
  supplier: (id: number) => Promise<Supplier>
  suppliers: () => Promise<SupplierCard[]>
  /** Everything a supplier sells, without the choices. */
  menu: (supplierId: number) => Promise<Goods[]>
  /** The first day's delivery times of the basket that a browser holds. */
  slots: (browser: APIRequestContext) => Promise<Slot[]>
}
/** A product and where it is sold. */
export interface Goods extends ProductCard {
  /** Path of its supplier, without a language. */
  soldAt: string
  configurators: Configurator[]
}

/** Open around the clock, whatever the hour of the run. */
export const ALWAYS_OPEN = { burgers: 2104, hotDogs: 2009, supermarket: 1528, pharmacy: 4002, giftCards: 6001 } as const

/** They sell tickets: to a museum for any day, to a theatre for a day and an hour. */
export const MUSEUM = 6005
const THEATRE = 6004

/** The anonymous id of a browser, as its own calls send it. */
const sessionOf = async (browser: APIRequestContext): Promise<Record<string, string>> => {
  const { cookies } = await browser.storageState()
  return { 'Session-Id': cookies.find(({ name }) => name === ANONYMOUS_COOKIE)?.value ?? '' }
}

export const createMarket = (request: APIRequestContext, language: Locale): Market => {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await request.get(`/api${path}`, { headers: { 'Content-Language': language } })
    return ((await answer.json()) as { data: T }).data
  }
  const menu = async (supplierId: number): Promise<Goods[]> => {
    const { items } = await read<{ items: ProductCard[] }>(`/products?supplierId=${supplierId}&take=200`)
    return items.map((card) => ({ ...card, configurators: [], soldAt: supplierPath(card.supplier.kind, card.supplier.alias) }))
  }
  return {
    menu,
    product: async (supplierId, code) => {
      const card = (await menu(supplierId)).find((item) => item.code === code)
      if (!card) throw new Error(`supplier ${supplierId} sells no ${code}`)
      return card.hasOptions ? { ...card, configurators: await read<Configurator[]>(`/products/${card.id}/configurators`) } : card
    },
    shows: async () => {
      const coming = (await menu(THEATRE)).filter(({ admissionAt }) => Date.parse(admissionAt ?? '') > Date.now())
      const plays = coming.map(({ name }) => coming.filter((show) => show.name === name))
      const shows = plays.find(({ length }) => length > 1)
      if (!shows) throw new Error(`supplier ${THEATRE} plays nothing twice any more`)
      return shows.toSorted((a, b) => Date.parse(a.admissionAt ?? '') - Date.parse(b.admissionAt ?? ''))
    },
    slots: async (browser) => {
      const times = async (query: string) => {
        const answer = await browser.get(`/api/baskets/delivery/availableDatetimes${query}`, { headers: await sessionOf(browser) })
        return ((await answer.json()) as { data: { dates: string[]; slots: Slot[] } }).data
      }
      const { dates } = await times('')
      return (await times(`?date=${dates[0] ?? ''}`)).slots
    },
    supplier: (id) => read<Supplier>(`/suppliers/${id}`),
    suppliers: async () => (await read<{ items: SupplierCard[] }>('/suppliers?type=7&take=200')).items
  }
}
