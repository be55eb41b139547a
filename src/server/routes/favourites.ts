import type * as favourites from '#contract/favourites/calls.ts'
import type { favouritesSchemas } from '#contract/favourites/schemas.ts'
import { addArticle, addSupplier } from '#server/services/favourites/add-favourite.ts'
import { listFavourites } from '#server/services/favourites/list-favourites.ts'
import { removeFavourite } from '#server/services/favourites/remove-favourite.ts'
import type { Handlers } from './http/mount.ts'

export const favouritesHandlers: Handlers<typeof favourites, typeof favouritesSchemas> = {
  addSupplier: (ctx, { body }) => addSupplier(ctx, body.supplierId),
  addArticle: (ctx, { body }) => addArticle(ctx, body.articleId),
  list: (ctx, { query }) => listFavourites(ctx, query),
  remove: (ctx, { params, query }) => removeFavourite(ctx, params.id, query.type)
}
