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

/** Order confirmations go by mail (spec section 3); push speaks only in browsers that were allowed to; news are for who asks for them. */
export const TOPIC_DEFAULTS: Record<NotificationTopic, readonly Channel[]> = {
  confirmation: [CHANNEL.EMAIL],
  status: [CHANNEL.PUSH],
  news: []
}
