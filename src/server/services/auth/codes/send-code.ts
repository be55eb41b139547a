import type { CodeSent } from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { isSimulated } from '#server/services/messages/simulated.ts'
import { accountsOfContact, readContact } from '#server/services/auth/contact.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { countCode } from './code-limits.ts'
import { createCode, PIN_SECONDS } from './code.ts'

/**
 * Sends a code to a contact, known or unknown. BAD_REQUEST (contact), CHECK_REGISTERED_PHONE, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED,
 * USER_DEACTIVATED.
 */
export const sendCode = async (ctx: Context, input: { type: ContactType; contact: string }, from: Origin): Promise<CodeSent> => {
  const contact = await readContact(ctx, input.type, input.contact)
  const accounts = await accountsOfContact(ctx, contact)
  const retryAfter = await countCode(ctx, { ...contact, accounts, from })
  if (accounts.length > 0 && accounts.every(({ deactivatedAt }) => deactivatedAt !== null)) throw fail('USER_DEACTIVATED')
  // A signed-in person verifies a contact; the message says so, to warn people who are asked to pass a code on.
  const kind = ctx.actor.kind === 'user' ? 'confirmContact' : 'signInCode'
  await withTransaction(ctx, async (tx) => {
    const template = { kind, pin: await createCode(tx, contact), minutes: PIN_SECONDS / 60 } as const
    await enqueueMessage(tx, { to: contact, template, expiresAt: new Date(ctx.now() + PIN_SECONDS * 1000) })
  })
  return {
    contact: maskContact(contact.contact),
    type: contact.type,
    known: accounts.length > 0,
    retryAfter,
    expiresIn: PIN_SECONDS,
    outboxUrl: isSimulated(ctx, contact.type) ? `/outbox?language=${ctx.locale}` : null
  }
}
