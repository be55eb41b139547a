import type { NotificationKind, NotificationTopic } from '#domain/notifications.ts'
import { endpoint, type Page } from '#contract/endpoint.ts'

/** One entry of "news and notifications", in the language of the request. */
export interface Notification {
  id: number
  kind: NotificationKind
  /** Spec section 4: NEW 1, ON_WAY 2, DELIVERED 4, ACCEPTED 7, IN_PLACE 9 (ready for pickup), CANCELLED 10. */
  status: number
  title: string
  text: string
  /** The shop's page about it, without a language. */
  path: string
  createdAt: string
  isRead: boolean
}

export interface TopicSetting {
  topic: NotificationTopic
  /** EMAIL 0, SMS 1, CALL 2, PUSH 3; [99] for none (spec section 3). */
  channels: number[]
  /** Channels allowed for the topic that reach the person: mail, SMS and calls need a verified contact. */
  allowed: number[]
}

export interface NotificationSettings {
  topics: TopicSetting[]
  /** Whether news and offers are sent at all, in the shop and by the channels of `news`. */
  promotionalInfo: boolean
  /** Masked; null when there is none. Only verified contacts are used. */
  email: string | null
  phone: string | null
  /** Public key for push subscriptions (applicationServerKey, base64url). */
  pushKey: string
}

export type SettingsChange = { [T in NotificationTopic]?: number[] } & { promotionalInfo?: boolean }

/** The result of `PushSubscription.toJSON()`. */
export interface PushSubscriptionInput {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export const list = endpoint<{ query: { skip?: number; take?: number }; reply: Page<Notification> & { unreadCount: number } }>()({
  method: 'GET',
  path: '/user/profile/notifications',
  access: 'user',
  codes: [],
  about: 'News and notifications of the person, the newest first; take at most 50.'
})

export const read = endpoint<{ body: { ids?: number[]; upTo?: number }; reply: { unreadCount: number } }>()({
  method: 'PUT',
  path: '/user/profile/notifications/read',
  access: 'user',
  codes: [],
  about: 'Marks notifications as read: the named ones, or all up to an id, so that none that just came is marked unseen.'
})

export const settings = endpoint<{ reply: NotificationSettings }>()({
  method: 'GET',
  path: '/user/profile/notifications/settings',
  access: 'user',
  codes: [],
  about: 'By which channels the person is told about what.'
})

export const changeSettings = endpoint<{ body: SettingsChange; reply: NotificationSettings }>()({
  method: 'PATCH',
  path: '/user/profile/notifications/settings',
  access: 'user',
  perMinute: 60,
  codes: ['NOTIFICATION_CHANNEL_NOT_FOUND'],
  about:
    'Changes the named topics; a channel that is none, none of the topic, or without its proven contact is NOTIFICATION_CHANNEL_NOT_FOUND, and the topic is named.'
})

export const subscribe = endpoint<{ body: PushSubscriptionInput; reply: { subscribed: true } }>()({
  method: 'POST',
  path: '/user/profile/notifications/push',
  access: 'user',
  perMinute: 20,
  codes: [],
  about: 'Lets the shop push to this browser while it is signed in. The address must be of a known push service.'
})

export const unsubscribe = endpoint<{ body: { endpoint: string }; reply: { unsubscribed: true } }>()({
  method: 'DELETE',
  path: '/user/profile/notifications/push',
  access: 'user',
  perMinute: 20,
  codes: ['PUSH_SUBSCRIPTION_NOT_FOUND'],
  about: 'Ends pushing to a browser of the person.'
})
