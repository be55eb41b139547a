import { and, eq, inArray, isNull } from 'drizzle-orm'
import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { localeOfLanguageId, localePath, type Locale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { formatAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import type { MessageTemplate } from '#server/services/messages/templates.ts'
import { shortWords } from './notification-words.ts'

/** Who is told, as far as telling needs it. Only proven contacts are written to. */
export interface Addressee {
  id: number
  locale: Locale
  email: string | null
  phone: string | null
  /** Ids of the browsers that may be pushed to. */
  browsers: readonly number[]
}

/** People who can be told, by id; deactivated ones are not there. */
export const readAddressees = async (ctx: Pick<Context, 'db'>, ids: readonly number[]): Promise<Map<number, Addressee>> => {
  const { users, pushSubscriptions, sessions } = schema
  if (ids.length === 0) return new Map()
  const people = await ctx.db
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deactivatedAt)))
  const browsers = await ctx.db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.endedAt)))
    .where(inArray(pushSubscriptions.userId, [...ids]))
  return new Map(
    people.map((person) => [
      person.id,
      {
        id: person.id,
        locale: localeOfLanguageId(person.languageId),
        email: person.emailVerified ? person.email : null,
        phone: person.phoneVerified ? person.phone : null,
        browsers: browsers.filter(({ userId }) => userId === person.id).map(({ id }) => id)
      }
    ])
  )
}

export interface Notice {
  template: MessageTemplate
  channels: ReadonlySet<Channel>
  /** The shop's page about it, without its language. */
  path: string
  /** A newer one with the same tag takes its place on the screen. */
  tag: string
  expiresAt: Date
}

/** Writes a message for each channel by which this person can be reached, in the transaction that told the person in the shop. */
export const notify = async (tx: Context, person: Addressee, { template, channels, path, tag, expiresAt }: Notice): Promise<void> => {
  const { locale, email, phone } = person
  const common = { template, locale, userId: person.id, expiresAt }
  if (channels.has(CHANNEL.EMAIL) && email) await enqueueMessage(tx, { to: { type: 'email', contact: email }, ...common })
  if (channels.has(CHANNEL.SMS) && phone) await enqueueMessage(tx, { to: { type: 'phone', contact: phone }, ...common })
  const { messages } = schema
  const base = {
    kind: template.kind,
    anonymousId: '',
    userId: person.id,
    createdAt: new Date(tx.now()),
    state: 'waiting' as const,
    expiresAt
  }
  if (channels.has(CHANNEL.CALL) && phone && template.kind === 'order') {
    const { number, suppliers, window, total } = template
    const body = getTranslator(locale)('letters:order.call', { number, suppliers, window, total: formatAmd(total, locale) })
    // Nobody takes it by itself: somebody of the shop calls.
    await tx.db.insert(messages).values({ ...base, channel: 'call', recipient: phone, body })
  }
  if (!channels.has(CHANNEL.PUSH) || person.browsers.length === 0) return
  const { title, text } = shortWords(locale, template)
  const body = JSON.stringify({ title, body: text, lang: locale, tag, url: localePath(locale, path) })
  await tx.db
    .insert(messages)
    .values(person.browsers.map((id) => ({ ...base, channel: 'push' as const, recipient: String(id), body, dueAt: new Date(tx.now()) })))
}
