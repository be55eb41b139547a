/** Notification channels of spec section 3, with its numbers. */
export const CHANNEL = { EMAIL: 0, SMS: 1, CALL: 2, PUSH: 3, NONE: 99 } as const
export type Channel = Exclude<(typeof CHANNEL)[keyof typeof CHANNEL], typeof CHANNEL.NONE>

/** What a person may be told about outside the shop. Inside, everything of one's own orders is always told. */
export const NOTIFICATION_TOPICS = ['confirmation', 'status', 'news'] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]
export type NotificationKind = 'order' | 'news'

/** Which channels a topic may use. A call is made by a person of the shop, so only for what has to be agreed on. */
export const TOPIC_CHANNELS: Record<NotificationTopic, readonly Channel[]> = {
  confirmation: [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.CALL, CHANNEL.PUSH],
  status: [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.PUSH],
  news: [CHANNEL.EMAIL, CHANNEL.SMS, CHANNEL.PUSH]
}

/** How somebody can be written to: contacts that are proven. Push asks nothing of the account, only of a browser. */
export interface Reachable {
  email: boolean
  phone: boolean
}

/** The channels of a topic that reach somebody. */
export const channelsReaching = (topic: NotificationTopic, { email, phone }: Reachable): Channel[] =>
  TOPIC_CHANNELS[topic].filter((channel) => (channel === CHANNEL.EMAIL ? email : channel === CHANNEL.PUSH || phone))

/** In this order: order confirmations go by mail (spec section 3), to who has none by SMS. */
const CONFIRMED_BY: readonly Channel[] = [CHANNEL.EMAIL, CHANNEL.SMS]

/** Channels of who chose none; push speaks only in browsers that were allowed to, news are for who asks for them. */
export const defaultChannels = (topic: NotificationTopic, reachable: Reachable): Channel[] => {
  const reaching = channelsReaching(topic, reachable)
  if (topic === 'confirmation') return CONFIRMED_BY.filter((channel) => reaching.includes(channel)).slice(0, 1)
  return topic === 'status' ? [CHANNEL.PUSH] : []
}
