import type { ProductCard } from '#contract/catalogue/calls.ts'

/** Suppliers of a list of products, in its order: scripts hide what does not deliver to an exact address. */
export const sellersOf = (products: readonly ProductCard[]): string => products.map(({ supplier }) => supplier.id).join(',')
