import type { Geocoder } from '#server/adapters/geo/port.ts'
import type { Context } from '#server/context.ts'

/** Which geocoder answers. */
export const mode = (ctx: Context): { provider: Geocoder['provider'] } => ({ provider: ctx.adapters.geocoder.provider })
