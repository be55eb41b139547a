import { and, eq, isNotNull } from 'drizzle-orm'
import type { ContactType } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { messageHtml } from './message-html.ts'
import type { MessageTemplate } from './message-template.ts'
import { isForgotten, isSecret, renderTemplate } from './templates.ts'

export interface NewMessage {
  /** A normalised phone number (sent as SMS) or e-mail address. */
  to: { type: ContactType; contact: string }
  template: MessageTemplate
  /** Language of the reader; default: that of the request. */
  locale?: Locale
  /** Owner of the message; default: the caller. */
  userId?: number | null
  /** Not sent after this moment, for example when a code has expired. */
  expiresAt?: Date
}

/** Settings page for optional mails; left out of mandatory ones. */
const MAY_BE_UNWANTED: readonly MessageTemplate['kind'][] = [
  'order',
  'refund',
  'payout',
  'lowered',
  'invoice',
  'share',
  'deadline',
  'invitation',
  'reminder',
  'points',
  'freeDelivery',
  'giftCardExpiry',
  'giftCardNews',
  'prize',
  'ticketReminder',
  'ticketMoved',
  'booking',
  'alert',
  'news'
]

/**
 * Writes a message in the caller's transaction; the jobs send it after the commit. A code or reset link replaces an unsent one that the
 * same caller requested for the same contact. Returns its id.
 */
export const enqueueMessage = async (
  ctx: Context,
  { to, template, locale = ctx.locale, userId, expiresAt }: NewMessage
): Promise<number> => {
  const { messages } = schema
  const channel = to.type === 'phone' ? 'sms' : 'email'
  const { subject, sms, text, action } = renderTemplate(locale, template)
  if (isSecret(template.kind)) await replaceWaiting(ctx, channel, to.contact, template.kind)
  const mail = channel === 'email' ? mailOf(ctx, locale, template.kind, { subject, text, action }) : null
  const [row] = await ctx.db
    .insert(messages)
    .values({
      channel,
      kind: storedKind(template),
      recipient: to.contact,
      subject: mail ? subject : '',
      body: mail?.text ?? sms,
      html: mail?.html ?? '',
      secret: isForgotten(template.kind),
      anonymousId: ctx.actor.anonymousId,
      userId: userId === undefined ? (ctx.actor.kind === 'user' ? ctx.actor.userId : null) : userId,
      state: 'waiting',
      dueAt: new Date(ctx.now()),
      expiresAt: expiresAt ?? null,
      createdAt: new Date(ctx.now())
    })
    .returning({ id: messages.id })
  if (!row) throw new Error('the inserted message was not returned')
  return row.id
}

/** Optional messages after an order's confirmation have a kind of their own. */
const storedKind = (template: MessageTemplate): string =>
  template.kind === 'order' && template.step !== 'confirmed' ? 'status' : template.kind

const mailOf = (
  { config }: Context,
  locale: Locale,
  kind: MessageTemplate['kind'],
  { subject, text, action }: { subject: string; text: string; action: string }
): { text: string; html: string } => {
  const t = getTranslator(locale)
  const settings = config.SITE_URL + localePath(locale, '/account/notifications/settings')
  const lines = [
    t('messages:footer', { site: config.SITE_URL }),
    ...(MAY_BE_UNWANTED.includes(kind) ? [t('messages:settings', { link: settings })] : [])
  ]
  const footer = lines.join('\n')
  return { text: `${text}\n\n${footer}`, html: messageHtml({ locale, subject, text, action, hasCode: isForgotten(kind), footer }) }
}

const replaceWaiting = async (ctx: Context, channel: 'sms' | 'email', recipient: string, kind: string): Promise<void> => {
  const { messages } = schema
  await ctx.db
    .update(messages)
    .set({ state: 'expired', dueAt: null, body: '', html: '', reason: 'replaced by a newer one' })
    .where(
      and(
        eq(messages.channel, channel),
        isNotNull(messages.dueAt),
        eq(messages.state, 'waiting'),
        eq(messages.recipient, recipient),
        eq(messages.kind, kind),
        // Codes belong to their requester: a stranger's request replaces nobody else's.
        eq(messages.anonymousId, ctx.actor.anonymousId),
        ctx.actor.anonymousId === '' && ctx.actor.kind === 'user' ? eq(messages.userId, ctx.actor.userId) : undefined
      )
    )
}
