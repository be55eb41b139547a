import { randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'

/** Owner of a code: the browser that requested it, or the person when there is no anonymous id. */
export const requesterOf = ({ actor }: Pick<Context, 'actor'>): string =>
  actor.anonymousId || (actor.kind === 'user' ? `user ${actor.userId}` : '')

/** An anonymous id as browsers make them. */
export const newAnonymousId = (): string => randomBytes(16).toString('hex')
