import type { Context } from '#server/context.ts'

/** Who a code belongs to: the browser that asked, or the person where there is no anonymous id. */
export const requesterOf = ({ actor }: Pick<Context, 'actor'>): string =>
  actor.anonymousId || (actor.kind === 'user' ? `user ${actor.userId}` : '')
