import type { ContactType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'

/** Returns whether messages to such a contact only reach the outbox page. */
export const isSimulated = ({ adapters }: Pick<Context, 'adapters'>, type: ContactType): boolean =>
  (type === 'phone' ? adapters.sms : adapters.email).simulated

/** Returns whether the outbox page exists. */
export const anySimulated = (ctx: Pick<Context, 'adapters'>): boolean => isSimulated(ctx, 'phone') || isSimulated(ctx, 'email')
