import { eq } from 'drizzle-orm'
import { localeOfLanguageId } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import type { MessageTemplate } from '#server/services/messages/message-template.ts'
import type { Contact } from './contact.ts'

const { users } = schema

/** The owner of an account before a change: every contact, and the language of the letters. */
export interface Owner {
  userId: number
  contacts: Contact[]
  languageId: number
}

export const contactsOf = async (ctx: Context, userId: number): Promise<Owner> => {
  const [row] = await ctx.db
    .select({ email: users.email, phone: users.phone, languageId: users.languageId })
    .from(users)
    .where(eq(users.id, userId))
  const contacts: Contact[] = [
    ...(row?.email ? [{ type: 'email' as const, contact: row.email }] : []),
    ...(row?.phone ? [{ type: 'phone' as const, contact: row.phone }] : [])
  ]
  return { userId, contacts, languageId: row?.languageId ?? 0 }
}

/** Tells the owner by mail and SMS: whoever changes an account may not be its owner. */
export const notifyOwner = async (tx: Context, { userId, contacts, languageId }: Owner, template: MessageTemplate): Promise<void> => {
  const locale = localeOfLanguageId(languageId)
  for (const to of contacts) await enqueueMessage(tx, { to, template, locale, userId })
}
