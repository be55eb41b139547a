import { formatAmd } from '#domain/money.ts'
import type { Locale } from '#domain/locale.ts'
import type { Key, Translate, Variables } from '#i18n/keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { MessageTemplate, RenderedTemplate, TemplateKind } from './message-template.ts'
import { renderAlert } from './alert-template.ts'
import { renderTickets } from './ticket-template.ts'
import { renderBooking } from './booking-template.ts'
import { renderGiftCard, renderGiftCardExpiry, renderGiftCardNews, renderPrize, renderUnreachable } from './gift-card-templates.ts'

/** True for kinds whose text is not kept once it is sent: also the code of a gift card. */
export const isForgotten = (kind: TemplateKind): boolean => isSecret(kind) || kind === 'giftCard'

/** True for kinds that hold a code or a link that opens an account; a new one replaces the one before it. */
export const isSecret = (kind: TemplateKind): boolean => kind === 'signInCode' || kind === 'confirmContact' || kind === 'passwordReset'

export const renderTemplate = (locale: Locale, template: MessageTemplate): RenderedTemplate => {
  const t = getTranslator(locale)
  if (template.kind === 'signInCode') return renderCode(t, template)
  if (template.kind === 'order') return renderOrder(t, locale, template)
  if (template.kind === 'refund' || template.kind === 'payout') return renderRefund(t, locale, template)
  if (template.kind === 'lowered') return renderLowered(t, locale, template)
  if (template.kind === 'invoice') return renderInvoice(t, locale, template)
  if (template.kind === 'share') return renderShare(t, locale, template)
  if (template.kind === 'deadline') return renderDeadline(t, template)
  if (template.kind === 'invitation') return renderInvitation(t, template)
  if (template.kind === 'reminder') return renderReminder(t, template)
  if (template.kind === 'points') return renderPoints(t, locale, template)
  if (template.kind === 'freeDelivery') return renderFreeDelivery(t, template)
  if (template.kind === 'giftCard') return renderGiftCard(t, locale, template)
  if (template.kind === 'giftCardNews') return renderGiftCardNews(t, locale, template)
  if (template.kind === 'giftCardUnreachable') return renderUnreachable(t, locale, template)
  if (template.kind === 'giftCardExpiry') return renderGiftCardExpiry(t, locale, template)
  if (template.kind === 'ticketReminder' || template.kind === 'ticketMoved') return renderTickets(t, template)
  if (template.kind === 'prize') return renderPrize(t, locale, template)
  if (template.kind === 'booking') return renderBooking(t, locale, template)
  if (template.kind === 'alert') return renderAlert(t, locale, template)
  if (template.kind === 'applicationTaken') return renderTaken(t, template)
  if (template.kind === 'applicationAnswered') return renderAnswered(t, template)
  if (template.kind === 'news') return renderCampaign(t, template)
  if (template.kind === 'contactChanged') {
    return renderSimple(t, template.type === 'email' ? 'emailChanged' : 'phoneChanged', { contact: template.contact })
  }
  const { kind, ...variables } = template
  return { ...renderSimple(t, kind, variables), action: kind === 'passwordReset' ? t('messages:account.passwordReset.action') : '' }
}

type SimpleKind =
  | 'confirmContact'
  | 'passwordReset'
  | 'emailChanged'
  | 'phoneChanged'
  | 'passwordChanged'
  | 'providerLinked'
  | 'deletionAsked'
  | 'deletionCancelled'
  | 'deletionDone'

const renderSimple = (t: Translate, kind: SimpleKind, variables: Variables): RenderedTemplate => {
  const translate = (part: 'subject' | 'sms' | 'email'): string => t(`messages:account.${kind}.${part}`, variables)
  return { subject: translate('subject'), sms: translate('sms'), text: translate('email'), push: '', action: '' }
}

const renderCode = (t: Translate, { pin, minutes }: { pin: string; minutes: number }): RenderedTemplate => {
  const translate = (key: Key): string => t(key, { pin, minutes })
  return {
    subject: translate('auth:message.pin.subject'),
    sms: translate('auth:message.pin.sms'),
    text: translate('auth:message.pin.email'),
    push: '',
    action: ''
  }
}

const renderOrder = (
  t: Translate,
  locale: Locale,
  { step, total, ...facts }: Extract<MessageTemplate, { kind: 'order' }>
): RenderedTemplate => {
  const amount = formatAmd(total, locale)
  const variables = { ...facts, total: amount }
  return {
    subject: t(`messages:order.${step}.title`, variables),
    sms: t(`messages:order.${step}.sms`, { ...variables, total: locale === 'en' ? formattedAmount(amount) : amount }),
    text: t(`messages:order.${step}.email`, variables),
    push: t(`messages:order.${step}.push`, variables),
    action: t('messages:order.action')
  }
}

/** Store credit that was taken, or can be, has words of its own. */
const REFUND_TEXTS = {
  refund: { money: 'messages:refund.email', points: 'messages:refund.emailPoints', corporateWallet: 'messages:refund.emailWallet' },
  payout: { money: 'messages:payout.email', points: 'messages:payout.emailPoints', corporateWallet: 'messages:payout.emailWallet' }
} as const

const renderRefund = (
  t: Translate,
  locale: Locale,
  { kind, number, amount: amd, reason, as, link }: Extract<MessageTemplate, { kind: 'refund' | 'payout' }>
): RenderedTemplate => {
  const amount = formatAmd(amd, locale)
  const variables = { number, amount, link, reason: t(`receipts:refund.reason.${reason}`) }
  return {
    subject: t(kind === 'refund' ? 'messages:refund.title' : 'messages:payout.title', variables),
    sms: t(kind === 'refund' ? 'messages:refund.sms' : 'messages:payout.sms', {
      ...variables,
      amount: locale === 'en' ? formattedAmount(amount) : amount
    }),
    text: t(REFUND_TEXTS[kind][as ?? 'money'], variables),
    push: t(kind === 'refund' ? 'messages:refund.push' : 'messages:payout.push', variables),
    action: t('messages:order.action')
  }
}

const renderLowered = (
  t: Translate,
  locale: Locale,
  { number, link, ...amounts }: Extract<MessageTemplate, { kind: 'lowered' }>
): RenderedTemplate => {
  const [amount, total] = [formatAmd(amounts.amount, locale), formatAmd(amounts.total, locale)]
  const variables = { number, link, amount, total }
  return {
    subject: t('messages:lowered.title', variables),
    sms: t('messages:lowered.sms', { number, total: locale === 'en' ? formattedAmount(total) : total }),
    text: t('messages:lowered.email', variables),
    push: t('messages:lowered.push', variables),
    action: t('messages:order.action')
  }
}

const renderInvoice = (
  t: Translate,
  locale: Locale,
  { number, link, lastDay, amount: amd }: Extract<MessageTemplate, { kind: 'invoice' }>
): RenderedTemplate => {
  const amount = formatAmd(amd, locale)
  const variables = { number, link, amount, lastDay }
  return {
    subject: t('messages:invoice.title', variables),
    sms: t('messages:invoice.sms', { ...variables, amount: locale === 'en' ? formattedAmount(amount) : amount }),
    text: t('messages:invoice.email', variables),
    push: t('messages:invoice.push', variables),
    action: t('messages:invoice.action')
  }
}

const renderInvitation = (t: Translate, { name, link }: Extract<MessageTemplate, { kind: 'invitation' }>): RenderedTemplate => ({
  subject: t('messages:invitation.title', { name }),
  sms: '',
  text: t('messages:invitation.email', { name, link }),
  push: t('messages:invitation.push', { name }),
  action: t('messages:deadline.action')
})

const renderReminder = (t: Translate, { name, to, link }: Extract<MessageTemplate, { kind: 'reminder' }>): RenderedTemplate => ({
  subject: t('messages:reminder.title', { name }),
  sms: '',
  text: t(`messages:reminder.${to}.email`, { name, link }),
  push: t(`messages:reminder.${to}.push`),
  action: t('messages:deadline.action')
})

const renderPoints = (
  t: Translate,
  locale: Locale,
  { amount, date, link }: Extract<MessageTemplate, { kind: 'points' }>
): RenderedTemplate => {
  const variables = { amount: formatAmd(amount, locale), date, link }
  return {
    subject: t('messages:points.title', variables),
    sms: '',
    text: t('messages:points.email', variables),
    push: t('messages:points.push', variables),
    action: t('messages:points.action')
  }
}

const renderFreeDelivery = (t: Translate, { date, link }: Extract<MessageTemplate, { kind: 'freeDelivery' }>): RenderedTemplate => ({
  subject: t('messages:freeDelivery.title', { date }),
  sms: '',
  text: t('messages:freeDelivery.email', { date, link }),
  push: t('messages:freeDelivery.push'),
  action: t('messages:freeDelivery.action')
})

const renderDeadline = (t: Translate, { until, link }: Extract<MessageTemplate, { kind: 'deadline' }>): RenderedTemplate => ({
  subject: t('messages:deadline.title', { until }),
  sms: t('messages:deadline.sms', { until }),
  text: t('messages:deadline.email', { until, link }),
  push: t('messages:deadline.push', { until }),
  action: t('messages:deadline.action')
})

const renderShare = (
  t: Translate,
  locale: Locale,
  { amount: amd, until, link }: Extract<MessageTemplate, { kind: 'share' }>
): RenderedTemplate => {
  const amount = formatAmd(amd, locale)
  const variables = { amount, until, link }
  return {
    subject: t('messages:share.title', variables),
    sms: t('messages:share.sms', { until, amount: locale === 'en' ? formattedAmount(amount) : amount }),
    text: t('messages:share.email', variables),
    push: t('messages:share.push', variables),
    action: t('messages:share.action')
  }
}

/** The dram sign and the no-break space are outside the Latin SMS alphabet: one of them halves the length of a part. */
const formattedAmount = (amount: string): string => amount.replace('֏', 'AMD').replaceAll('\u00a0', ' ')

const renderCampaign = (t: Translate, { title, text, link }: Extract<MessageTemplate, { kind: 'news' }>): RenderedTemplate => ({
  subject: title,
  sms: t('messages:news.sms', { title }),
  text: t('messages:news.email', { text, link }),
  push: text,
  action: t('messages:news.action')
})

const renderTaken = (t: Translate, { number }: { number: string }): RenderedTemplate => ({
  ...{ sms: '', push: '', action: '' },
  subject: t('messages:application.taken.title', { number }),
  text: t('messages:application.taken.email', { number })
})

const renderAnswered = (t: Translate, { number, text }: { number: string; text: string }): RenderedTemplate => ({
  ...{ sms: '', push: '', action: '' },
  subject: t('messages:application.answered.title', { number }),
  text: t('messages:application.answered.email', { number, text })
})
