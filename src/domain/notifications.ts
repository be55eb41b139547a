/** Notification channels of spec section 3, with its numbers. */
export const CHANNEL = { EMAIL: 0, SMS: 1, CALL: 2, PUSH: 3, NONE: 99 } as const
export type Channel = Exclude<(typeof CHANNEL)[keyof typeof CHANNEL], typeof CHANNEL.NONE>

/** Topics of notifications outside the shop. Inside the shop, everything about a person's own orders is shown. */
export const NOTIFICATION_TOPICS = ['confirmation', 'status', 'news'] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]
export type NotificationKind =
  | 'order'
  | 'refund'
  | 'payout'
  | 'lowered'
  | 'delayed'
  | 'question'
  | 'claim'
  | 'invoice'
  | 'share'
  | 'deadline'
  | 'invitation'
  | 'reminder'
  | 'points'
  | 'freeDelivery'
  | 'giftCard'
  | 'giftCardNews'
  | 'giftCardUnreachable'
  | 'prize'
  | 'ticket'
  | 'booking'
  | 'alert'
  | 'news'

/** Channels allowed per topic. Calls are made by staff, so only for what must be agreed on. */
export const TOPIC_CHANNELS: Record<NotificationTopic, readonly Channel[]> = {
  confirmation: [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.CALL, CHANNEL.PUSH],
  status: [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.PUSH],
  news: [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.PUSH]
}

/** Verified contacts of a person. Push needs no contact, only a browser. */
export interface Reachable {
  email: boolean
  phone: boolean
}

/** Returns the channels of a topic that reach the person. */
export const channelsReaching = (topic: NotificationTopic, { email, phone }: Reachable): Channel[] =>
  TOPIC_CHANNELS[topic].filter((channel) => (channel === CHANNEL.EMAIL ? email : channel === CHANNEL.PUSH || phone))

/** In this order: confirmations go by mail (spec section 3), or by SMS when there is no mail. */
const CONFIRMED_BY: readonly Channel[] = [CHANNEL.EMAIL, CHANNEL.SMS]

/** Default channels of people who chose none; push reaches only browsers that allowed it, news require a choice. */
export const defaultChannels = (topic: NotificationTopic, reachable: Reachable): Channel[] => {
  const reaching = channelsReaching(topic, reachable)
  if (topic === 'confirmation') return CONFIRMED_BY.filter((channel) => reaching.includes(channel)).slice(0, 1)
  return topic === 'status' ? [CHANNEL.PUSH] : []
}
