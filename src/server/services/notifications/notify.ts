import { and, eq, inArray, isNull } from 'drizzle-orm'
import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { localeOfLanguageId, localePath, type Locale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { formatAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import type { MessageTemplate } from '#server/services/messages/message-template.ts'
import { shortWords } from './notification-words.ts'

/** Data needed to notify a person. Only verified contacts are used. */
export interface Addressee {
  id: number
  locale: Locale
  email: string | null
  phone: string | null
  /** Ids of the browsers with a push subscription. */
  browsers: readonly number[]
}

/** Returns people who can be notified, by id; deactivated ones are left out. */
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

/** Without calls and SMS: for news that many people get, and that cost nothing to miss. */
export const quietly = (chosen: readonly Channel[]): Set<Channel> =>
  new Set(chosen.filter((channel) => channel !== CHANNEL.SMS && channel !== CHANNEL.CALL))

export interface Notice {
  template: MessageTemplate
  channels: ReadonlySet<Channel>
  /** The shop's page about it, without a language. */
  path: string
  /** A newer notification with the same tag replaces this one on the screen. */
  tag: string
  expiresAt: Date
  /** Until when calls and push messages are of use; the other messages may arrive until `expiresAt`. */
  promptBefore?: Date
}

/** Enqueues a message for each channel that reaches the person, in the transaction that wrote the notification. */
export const notify = async (tx: Context, person: Addressee, notice: Notice): Promise<void> => {
  const { template, channels, path, tag, expiresAt, promptBefore = expiresAt } = notice
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
    expiresAt: promptBefore
  }
  if (channels.has(CHANNEL.CALL) && phone && template.kind === 'order') {
    const { number, suppliers, window, total } = template
    const body = getTranslator(locale)('messages:order.call', { number, suppliers, window, total: formatAmd(total, locale) })
    // Not claimed by the jobs: staff makes the call.
    await tx.db.insert(messages).values({ ...base, channel: 'call', recipient: phone, body })
  }
  if (!channels.has(CHANNEL.PUSH) || person.browsers.length === 0) return
  const { title, text } = shortWords(locale, template)
  const body = JSON.stringify({ title, body: text, lang: locale, tag, url: localePath(locale, path) })
  await tx.db
    .insert(messages)
    .values(person.browsers.map((id) => ({ ...base, channel: 'push' as const, recipient: String(id), body, dueAt: new Date(tx.now()) })))
}
