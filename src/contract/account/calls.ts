import type { CodeSent, Profile } from '#contract/auth/calls.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import type { Address } from '#contract/profile/calls.ts'
import type { LinkedIdentity } from '#contract/sign-in/calls.ts'

/** Whether an account waits to be deleted, and how to ask for it. */
export interface AccountDeletion {
  /** ISO 8601 +04:00; null: nobody asked. */
  requestedAt: string | null
  /** When everything personal is erased; later while an order is still under way. */
  dueAt: string | null
  /** Days between asking and erasing. */
  days: number
  /** Proofs that are taken: the password when there is one, a code to this contact (masked) otherwise or as well. */
  proof: { password: boolean; contact: string | null }
}

/** Exactly one of both. */
export interface DeletionProof {
  password?: string
  pin?: string
}

/** Everything that is kept about a person, in one file. Times are ISO 8601 +04:00, amounts AMD. */
export interface AccountExport {
  exportedAt: string
  profile: Profile & { createdAt: string }
  signIns: LinkedIdentity[]
  addresses: Address[]
  orders: OrderDetails[]
  favourites: { type: 'supplier' | 'article'; id: number; name: string; addedAt: string }[]
  /** Reviews the person wrote. */
  reviews: { supplier: string; stars: number; text: string; writtenOn: string }[]
  /** What was shown under news and notifications. */
  notifications: { kind: string; subject: string; at: string; readAt: string | null }[]
  notificationSettings: { topic: string; channels: number[] }[]
  /** What was sent by e-mail, SMS or push, codes left out. */
  messages: { channel: string; recipient: string; subject: string; text: string; at: string }[]
  /** Browsers that may be pushed to. */
  pushSubscriptions: { endpoint: string; since: string }[]
  sessions: { device: string; signedInAt: string; lastUsedAt: string; endedAt: string | null }[]
}

/** What a person may ask of the account as a whole: to take its data along, and to end it. */
export const exportData = endpoint<{ reply: AccountExport }>()({
  method: 'GET',
  path: '/user/profile/export',
  access: 'user',
  perMinute: 10,
  codes: ['TOO_MANY_REQUESTS'],
  about: "All of the caller's own data as one document; so many times an hour (ACCOUNT_EXPORTS_HOUR)."
})

export const deletion = endpoint<{ reply: AccountDeletion }>()({
  method: 'GET',
  path: '/user/profile/deletion',
  access: 'user',
  codes: [],
  about: 'Whether the account waits to be deleted, and which proof a request takes.'
})

export const sendDeletionCode = endpoint<{ reply: CodeSent }>()({
  method: 'POST',
  path: '/user/profile/deletion/code',
  access: 'user',
  perMinute: 10,
  codes: ['TOO_MANY_REQUESTS', 'CONFLICT'],
  about: "Sends a code to the account's own contact. CONFLICT: there is none, the password is the proof."
})

export const requestDeletion = endpoint<{ body: DeletionProof; reply: AccountDeletion }>()({
  method: 'POST',
  path: '/user/profile/deletion',
  access: 'user',
  perMinute: 10,
  codes: ['USERNAME_OR_PASSWORD_WRONG', 'PIN_INCORRECT_OR_EXPIRED', 'TOO_MANY_REQUESTS', 'NOT_READY'],
  about:
    'Asks for the account to be deleted after a cooling-off time (ACCOUNT_DELETION_DAYS); all other sessions end. Asking again changes nothing.'
})

export const cancelDeletion = endpoint<{ reply: AccountDeletion }>()({
  method: 'DELETE',
  path: '/user/profile/deletion',
  access: 'user',
  perMinute: 30,
  codes: [],
  about: 'Keeps the account; signing in anew does the same. Without a request nothing happens.'
})
