import type { Profile } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { requireUser } from '#server/services/core/access.ts'
import { userById } from './user.ts'

/** Returns the signed-in person; UNAUTHORIZED otherwise. */
export const me = (ctx: Context): Promise<Profile> => userById(ctx, requireUser(ctx).userId)
