import type { Translate } from '#i18n/keys.ts'
import type { MessageTemplate, RenderedTemplate } from './message-template.ts'

/** Tickets for a time that comes soon. */
export const renderTicketReminder = (
  t: Translate,
  { kind: _, ...variables }: Extract<MessageTemplate, { kind: 'ticketReminder' }>
): RenderedTemplate => ({
  subject: t('messages:ticketReminder.title', variables),
  sms: '',
  text: t('messages:ticketReminder.email', variables),
  push: t('messages:ticketReminder.push', variables),
  action: t('messages:ticketReminder.action')
})
