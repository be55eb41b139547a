import { eq } from 'drizzle-orm'
import type { User } from '#contract/auth.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { forgetPerson } from './known-tokens.ts'
import { userById } from './user.ts'

interface Change {
  firstName?: string | undefined
  lastName?: string | undefined
  languageId?: number | undefined
  isAdult?: boolean | undefined
}

/** Changes what is named and answers the person as they are now; nothing named changes nothing. UNAUTHORIZED. */
export const changePerson = async (ctx: Context, { firstName, lastName, languageId, isAdult }: Change): Promise<User> => {
  const { userId } = requireUser(ctx)
  const change = { firstName, lastName, languageId, isAdult }
  if (Object.values(change).some((value) => value !== undefined)) {
    await ctx.db.update(schema.users).set(change).where(eq(schema.users.id, userId))
    // Baskets believe for a moment what was known of the caller: the age counts at once.
    forgetPerson(ctx.config, userId)
  }
  return userById(ctx, userId)
}
