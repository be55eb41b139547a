import type { ResetSent } from '#contract/credentials/calls.ts'
import { localePath } from '#domain/locale.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { isSimulated } from '#server/services/messages/simulated.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { accountsOfContact, readContact } from '#server/services/auth/contact.ts'
import { countCode } from '#server/services/auth/codes/code-limits.ts'
import { createCode, PIN_SECONDS } from '#server/services/auth/codes/code.ts'
import { hashToken, newRefreshToken } from '#server/services/auth/tokens/refresh-token.ts'

/** Mails a single-use link and a code, both valid for ten minutes; counted like every code. USER_NOT_FOUND, USER_DEACTIVATED, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED. */
export const requestReset = async (ctx: Context, typed: string, from: Origin): Promise<ResetSent> => {
  const contact = await readContact(ctx, 'email', typed, 'email')
  const accounts = await accountsOfContact(ctx, contact)
  const retryAfter = await countCode(ctx, { ...contact, accounts, from })
  if (accounts.length === 0) throw fail('USER_NOT_FOUND', { field: 'email' })
  if (accounts.every(({ deactivatedAt }) => deactivatedAt !== null)) throw fail('USER_DEACTIVATED')
  const token = newRefreshToken()
  const expiresAt = new Date(ctx.now() + PIN_SECONDS * 1000)
  await withTransaction(ctx, async (tx) => {
    await tx.db
      .insert(schema.passwordResets)
      .values({ hash: hashToken(token), email: contact.contact, createdAt: new Date(ctx.now()), expiresAt })
    const link = `${ctx.config.SITE_URL}${localePath(ctx.locale, '/reset-password')}?token=${token}`
    const template = { kind: 'passwordReset', pin: await createCode(tx, contact), minutes: PIN_SECONDS / 60, link } as const
    await enqueueMessage(tx, { to: contact, template, expiresAt })
  })
  return {
    contact: maskContact(contact.contact),
    retryAfter,
    expiresIn: PIN_SECONDS,
    outboxUrl: isSimulated(ctx, 'email') ? `/outbox?language=${ctx.locale}` : null
  }
}
