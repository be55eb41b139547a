import type { APIRequestContext } from '@playwright/test'
import type { Configurator, ProductCard, Supplier, SupplierCard } from '#contract/catalogue.ts'
import { supplierPath } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'

/** What stands in the demo market, in the language of the story; suppliers by id, products by the code of their list. */
export interface Market {
  product: (supplierId: number, code: string) => Promise<Goods>
  supplier: (id: number) => Promise<Supplier>
  suppliers: () => Promise<SupplierCard[]>
}
/** A product and where it is sold. */
export interface Goods extends ProductCard {
  /** Path of its supplier, without a language. */
  soldAt: string
  configurators: Configurator[]
}

/** Open around the clock, whatever the hour of the run. */
export const ALWAYS_OPEN = { burgers: 2104, hotDogs: 2009, supermarket: 1528, pharmacy: 4002, giftCards: 6001 } as const

export const createMarket = (request: APIRequestContext, language: Locale): Market => {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await request.get(`/api${path}`, { headers: { 'Content-Language': language } })
    return ((await answer.json()) as { data: T }).data
  }
  return {
    product: async (supplierId, code) => {
      const { items } = await read<{ items: ProductCard[] }>(`/products?supplierId=${supplierId}&take=200`)
      const card = items.find((item) => item.code === code)
      if (!card) throw new Error(`supplier ${supplierId} sells no ${code}`)
      const configurators = card.hasOptions ? await read<Configurator[]>(`/products/${card.id}/configurators`) : []
      return { ...card, configurators, soldAt: supplierPath(card.supplier.kind, card.supplier.alias) }
    },
    supplier: (id) => read<Supplier>(`/suppliers/${id}`),
    suppliers: async () => (await read<{ items: SupplierCard[] }>('/suppliers?type=7&take=200')).items
  }
}
