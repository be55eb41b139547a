import type { Actor, Context } from '#server/context.ts'
import { fail } from './fail.ts'

/** Returns the signed-in person; UNAUTHORIZED otherwise. */
export const requireUser = (ctx: Context): Extract<Actor, { kind: 'user' }> => {
  if (ctx.actor.kind !== 'user') throw fail('UNAUTHORIZED')
  return ctx.actor
}
