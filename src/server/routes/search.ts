import type * as contract from '#contract/search/calls.ts'
import type { searchSchemas } from '#contract/search/schemas.ts'
import { search } from '#server/services/search/search.ts'
import { searchMenu } from '#server/services/search/search-menu.ts'
import { searchStores, suppliersByProductType } from '#server/services/search/search-suppliers.ts'
import { suggest } from '#server/services/search/suggest.ts'
import type { Handlers } from './http/mount.ts'

export const searchHandlers: Handlers<typeof contract, typeof searchSchemas> = {
  search: (ctx, { query }) => search(ctx, query),
  menu: (ctx, { query }) => searchMenu(ctx, query),
  suggest: (ctx, { query }) => suggest(ctx, query),
  stores: (ctx, { query }) => searchStores(ctx, query),
  byProductType: (ctx, { query }) => suppliersByProductType(ctx, query)
}
