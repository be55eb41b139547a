import type * as geo from '#contract/geo/calls.ts'
import type { geoSchemas } from '#contract/geo/schemas.ts'
import { mode } from '#server/services/geo/mode.ts'
import { reach } from '#server/services/geo/reach.ts'
import { reverse } from '#server/services/geo/reverse.ts'
import { search } from '#server/services/geo/search.ts'
import { suggest } from '#server/services/geo/suggest.ts'
import { towns } from '#server/services/geo/towns.ts'
import type { Handlers } from './http/mount.ts'

export const geoHandlers: Handlers<typeof geo, typeof geoSchemas> = {
  suggest: (ctx, { query }) => suggest(ctx, query),
  search: (ctx, { query }) => search(ctx, query),
  reverse: (ctx, { params }) => reverse(ctx, params),
  reach: (ctx, { query }) => reach(ctx, query),
  towns: (ctx) => Promise.resolve(towns(ctx)),
  mode: (ctx) => Promise.resolve(mode(ctx))
}
