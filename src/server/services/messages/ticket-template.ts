import type { Translate } from '#i18n/keys.ts'
import type { MessageTemplate, RenderedTemplate } from './message-template.ts'

/** Tickets for a time that comes soon, or was moved. */
export const renderTickets = (
  t: Translate,
  { kind, ...variables }: Extract<MessageTemplate, { kind: 'ticketReminder' | 'ticketMoved' }>
): RenderedTemplate => {
  const news = kind === 'ticketMoved' ? 'moved' : 'reminder'
  return {
    subject: t(`messages:ticketNews.${news}.title`, variables),
    sms: '',
    text: t(`messages:ticketNews.${news}.email`, variables),
    push: t(`messages:ticketNews.${news}.push`, variables),
    action: t(`messages:ticketNews.${news}.action`)
  }
}
