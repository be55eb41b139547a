import { eq } from 'drizzle-orm'
import type { Profile } from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { requireProof } from '#server/services/auth/fresh-proof.ts'
import { contactsOf, notifyOwner } from '#server/services/auth/notify-owner.ts'
import { accountsOfContact, MAX_ACCOUNTS, readContact, type Contact } from '#server/services/auth/contact.ts'
import { checkCode, useCode } from '#server/services/auth/codes/code.ts'
import { contactConflict, refusingConflicts } from '#server/services/auth/contact-conflict.ts'
import { userById } from '#server/services/auth/user.ts'

const { users } = schema

/**
 * Sets a new e-mail address or phone number whose code is right, consumes the code, and notifies every contact there was.
 * PROOF_REQUIRED, PIN_INCORRECT_OR_EXPIRED; EMAIL_ALREADY_USED and PHONE_ALREADY_USED leave the code usable.
 */
export const changeContact = async (
  ctx: Context,
  { type, typed, pin }: { type: ContactType; typed: string; pin: string },
  from: Origin
): Promise<Profile> => {
  const { userId } = requireUser(ctx)
  await requireProof(ctx, from)
  const contact = await readContact(ctx, type, typed, type)
  const validCode = await checkCode(ctx, contact.contact, pin)
  const [self] = await ctx.db.select({ tin: users.tin }).from(users).where(eq(users.id, userId))
  const otherAccounts = (await accountsOfContact(ctx, contact)).filter(({ id }) => id !== userId)
  const asPerson = (self?.tin ?? null) === null
  if (otherAccounts.length >= MAX_ACCOUNTS || (asPerson && otherAccounts.some(({ tin }) => tin === null))) throw contactConflict(type, type)
  await refusingConflicts({ [type]: type }, () =>
    withTransaction(ctx, async (tx) => {
      await useCode(tx, validCode)
      const previous = await contactsOf(tx, userId)
      await tx.db.update(users).set(proven(contact)).where(eq(users.id, userId))
      if (!previous.contacts.some((old) => old.contact === contact.contact))
        await notifyOwner(tx, previous, { kind: 'contactChanged', type, contact: maskContact(contact.contact) })
    })
  )
  return userById(ctx, userId)
}

const proven = ({ type, contact }: Contact) =>
  type === 'phone' ? { phone: contact, phoneVerified: true } : { email: contact, emailVerified: true }
