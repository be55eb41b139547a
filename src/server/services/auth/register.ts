import { eq } from 'drizzle-orm'
import type { Registration } from '#contract/auth/calls.ts'
import { LANGUAGE_IDS } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { readCompany } from './company.ts'
import { accountsOfContact, MAX_ACCOUNTS, readContact } from './contact.ts'
import type { Device, Given } from './device.ts'
import { hashPassword } from './passwords/password.ts'
import { checkCode, useCode } from './codes/code.ts'
import { entryOf, openSession, type Entry } from './session.ts'
import { contactConflict, refusingConflicts, tinConflict } from './contact-conflict.ts'

/**
 * Creates a person or company for a contact whose code is right, consumes the code, and signs in. Parallel calls with one code create one
 * account. PASSWORD_TOO_COMMON, PIN_INCORRECT_OR_EXPIRED, TIN_TOO_SHORT; EMAIL_ALREADY_USED, PHONE_ALREADY_USED and TIN_EXISTS leave the code usable.
 */
export const register = async (ctx: Context, input: Given<Registration>, device: Device): Promise<Entry> => {
  const contact = await readContact(ctx, input.type, input.contact)
  const company = readCompany({ companyName: input.companyName ?? null, tin: input.tin ?? null })
  const validCode = await checkCode(ctx, contact.contact, input.pin)
  const accounts = await accountsOfContact(ctx, contact)
  if (accounts.length >= MAX_ACCOUNTS || (company.tin === null && accounts.some(({ tin }) => tin === null)))
    throw contactConflict(contact.type)
  if (company.tin !== null && (await isTinKnown(ctx, company.tin))) throw tinConflict()
  const passwordHash = input.password === undefined ? null : await hashPassword(ctx, input.password)
  const session = await refusingConflicts({}, () =>
    withTransaction(ctx, async (tx) => {
      await useCode(tx, validCode)
      const [inserted] = await tx.db
        .insert(schema.users)
        .values({
          firstName: input.firstName,
          lastName: input.lastName ?? '',
          languageId: input.languageId ?? LANGUAGE_IDS[ctx.locale],
          passwordHash,
          ...company,
          ...(contact.type === 'phone' ? { phone: contact.contact, phoneVerified: true } : { email: contact.contact, emailVerified: true }),
          createdAt: new Date(ctx.now())
        })
        .returning({ id: schema.users.id })
      if (!inserted) throw contactConflict(contact.type)
      return openSession(tx, inserted.id, contact.contact, device)
    })
  )
  return entryOf(ctx, session)
}

const isTinKnown = async ({ db }: Context, tin: string): Promise<boolean> => {
  const { users } = schema
  return (await db.select({ id: users.id }).from(users).where(eq(users.tin, tin))).length > 0
}
