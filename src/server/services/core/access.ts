import type { Actor, Context } from '#server/context.ts'
import { fail } from './fail.ts'

/** The person signed in; UNAUTHORIZED otherwise. */
export const requireUser = (ctx: Context): Extract<Actor, { kind: 'user' }> => {
  if (ctx.actor.kind !== 'user') throw fail('UNAUTHORIZED')
  return ctx.actor
}
