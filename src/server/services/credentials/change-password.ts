import { eq } from 'drizzle-orm'
import type { Profile } from '#contract/auth/calls.ts'
import type { PasswordChange } from '#contract/credentials/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { Given, Origin } from '#server/services/auth/device.ts'
import { requireProof } from '#server/services/auth/fresh-proof.ts'
import { hashPassword, isPasswordOf, refuseSame } from '#server/services/auth/passwords/password.ts'
import { countPassword, forgivePasswords, type PasswordTry } from '#server/services/auth/passwords/password-limits.ts'
import { checkCode, useCode, type ValidCode } from '#server/services/auth/codes/code.ts'
import { setPassword } from './set-password.ts'
import { userById } from '#server/services/auth/user.ts'

const { users } = schema
const wrong = () => fail('USERNAME_OR_PASSWORD_WRONG', { field: 'oldPassword' })

/**
 * Sets the first password with a fresh proof, or replaces one by the old password or by a code sent to an own contact. All other sessions end; of parallel
 * changes one succeeds. USERNAME_OR_PASSWORD_WRONG, PASSWORD_UNCHANGED, PIN_INCORRECT_OR_EXPIRED, BAD_REQUEST (oldPassword),
 * PROOF_REQUIRED, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED, NOT_READY.
 */
export const changePassword = async (ctx: Context, input: Given<PasswordChange>, from: Origin): Promise<Profile> => {
  const { userId, sessionId } = requireUser(ctx)
  const [person] = await ctx.db
    .select({ passwordHash: users.passwordHash, email: users.email, phone: users.phone })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) throw fail('NO_SUCH_USER')
  const { passwordHash } = person
  const attempt = { account: `user ${userId}`, accounts: [{ id: userId }], from }
  if (passwordHash === null) await requireProof(ctx, from)
  const validCode = passwordHash === null ? null : await prove(ctx, { ...person, passwordHash }, input, attempt)
  await refuseSame(ctx, passwordHash, input.password)
  const replacement = await hashPassword(ctx, input.password)
  await withTransaction(ctx, async (tx) => {
    if (validCode) await useCode(tx, validCode)
    if (!(await setPassword(tx, { userId, passwordHash: replacement, instead: passwordHash, currentSession: sessionId }))) throw wrong()
  })
  return userById(ctx, userId)
}

/** Returns a verified code, or null for a right old password. */
const prove = async (
  ctx: Context,
  person: { passwordHash: string; email: string | null; phone: string | null },
  { oldPassword, type, pin }: Given<PasswordChange>,
  attempt: PasswordTry
): Promise<ValidCode | null> => {
  if (oldPassword !== undefined) {
    const counted = await countPassword(ctx, attempt)
    if (!(await isPasswordOf(ctx, person.passwordHash, oldPassword, counted.line))) throw wrong()
    await forgivePasswords(ctx, counted)
    return null
  }
  const contact = type && person[type]
  if (!contact || pin === undefined) throw fail('BAD_REQUEST', { field: 'oldPassword', allowed: { kind: 'filled' } })
  return checkCode(ctx, contact, pin)
}
