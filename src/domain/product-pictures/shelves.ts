import type { SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { productPicture, signPicture } from './picture-of.ts'

/** What a supplier's file says for the pictures of its products. */
export interface Shelves {
  kind: SupplierKind
  categories: readonly string[]
  departments: readonly { key: string; category?: string | undefined; name: Words }[]
}

/** A product as its line and the brands of the market have it. */
export interface Shelved {
  department: string
  name: Words
  description: Words | null
  isWeighed: boolean
  brand: { key: string; name: Words } | null
  signs: readonly string[]
}

/** The pictures of a product that the files of a market show by emoji: the composed one first. */
export const picturesOf = ({ kind, categories, departments }: Shelves, product: Shelved): string[] => {
  const department = departments.find(({ key }) => key === product.department)
  const { name, description, brand, signs, isWeighed } = product
  const main = productPicture({
    kind,
    // What a restaurant is does not tell what its side dishes are.
    category: department?.category ?? (kind === 'restaurant' ? '' : (categories[0] ?? '')),
    department: department?.name.en ?? '',
    name: name.en,
    description: description?.en ?? '',
    otherNames: [name.ru, name.hy],
    isWeighed,
    brand: brand && { key: brand.key, name: brand.name.en },
    signs
  })
  return [...new Set([main, ...signs.slice(1).flatMap((sign) => signPicture(sign) ?? [])])]
}
