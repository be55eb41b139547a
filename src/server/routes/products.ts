import type * as products from '#contract/products/calls.ts'
import type { productsSchemas } from '#contract/products/schemas.ts'
import { listBrands, readBrand } from '#server/services/catalogue/brands.ts'
import { listCatalogs, readCatalog, readSupermarkets } from '#server/services/catalogue/catalogs.ts'
import { readSuppliersTree } from '#server/services/catalogue/category-tree.ts'
import { categoryProducts, filterProducts } from '#server/services/catalogue/list-products.ts'
import { departmentProducts } from '#server/services/catalogue/read-department.ts'
import { readFilters } from '#server/services/catalogue/read-filters.ts'
import { readProduct, readProductByLink } from '#server/services/catalogue/read-product.ts'
import type { Handlers } from './http/mount.ts'

export const productsHandlers: Handlers<typeof products, typeof productsSchemas> = {
  filter: (ctx, { params, query }) => filterProducts(ctx, params.id, query),
  byCategory: (ctx, { params, query }) => categoryProducts(ctx, params.id, query),
  byDepartment: (ctx, { params, query }) => departmentProducts(ctx, params.id, query),
  byLink: (ctx, { params }) => readProductByLink(ctx, params.link),
  one: (ctx, { params }) => readProduct(ctx, params.id),
  filters: (ctx, { params, query }) => readFilters(ctx, params.id, query),
  brands: (ctx, { query }) => listBrands(ctx, query.city),
  brand: (ctx, { params, query }) => readBrand(ctx, params.id, query),
  catalogs: (ctx, { query }) => listCatalogs(ctx, query.type, query.city),
  catalog: (ctx, { params, query }) => readCatalog(ctx, params.id, query),
  suppliersTree: (ctx) => readSuppliersTree(ctx),
  supermarkets: (ctx) => readSupermarkets(ctx)
}
