import type * as catalogue from '#contract/catalogue/calls.ts'
import type { catalogueSchemas } from '#contract/catalogue/schemas.ts'
import { readCategories, readCategoryTree } from '#server/services/catalogue/category-tree.ts'
import { branchesNear } from '#server/services/catalogue/branches-near.ts'
import { listProducts } from '#server/services/catalogue/list-products.ts'
import { countSuppliers, listSuppliers } from '#server/services/catalogue/list-suppliers.ts'
import { readMenu } from '#server/services/catalogue/read-menu.ts'
import { configuratorsOf, readProduct } from '#server/services/catalogue/read-product.ts'
import { findSupplier, readDepartments, readSupplier } from '#server/services/catalogue/read-supplier.ts'
import type { Handlers } from './http/mount.ts'

export const catalogueHandlers: Handlers<typeof catalogue, typeof catalogueSchemas> = {
  branchesByCoordinates: (ctx, { params, query }) => branchesNear(ctx, params.supplierId, query),
  suppliers: (ctx, { query }) => listSuppliers(ctx, query),
  count: (ctx, { query }) => countSuppliers(ctx, query),
  supplierByAlias: (ctx, { params }) => readSupplier(ctx, { alias: params.name }),
  supplier: (ctx, { params }) => readSupplier(ctx, { id: params.id }),
  categoryTree: (ctx, { params }) => readCategoryTree(ctx, params.path),
  categories: (ctx, { query }) => readCategories(ctx, query.type, query.city),
  supplierCategories: async (ctx, { params }) => {
    const supplier = await findSupplier(ctx, { id: params.id })
    return readDepartments(ctx, supplier.id)
  },
  products: (ctx, { query }) => readMenu(ctx, query),
  listing: (ctx, { query }) => listProducts(ctx, query),
  product: (ctx, { params, query }) => readProduct(ctx, params.id, query),
  configurators: (ctx, { params }) => configuratorsOf(ctx, params.id)
}
