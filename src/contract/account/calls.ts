import type { ApplicationKind, ApplicationState } from '#domain/applications/application.ts'
import type { Admission } from '#contract/admissions/calls.ts'
import type { BoughtGiftCard } from '#contract/gift-cards/calls.ts'
import type { GroupOrderState } from '#domain/orders/group-order.ts'
import type { TenderState } from '#domain/payment.ts'
import type { FreeDelivery } from '#contract/wallet/calls.ts'
import type { TicketState } from '#domain/rewards/lottery.ts'
import type { WalletEntryType } from '#domain/rewards/wallet-entry.ts'
import type { SavedCard } from '#contract/cards/calls.ts'
import type { CodeSent, Profile } from '#contract/auth/calls.ts'
import type { ReviewAnswers } from '#domain/reviews/answers.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Alert } from '#contract/alerts/calls.ts'
import type { Booking } from '#contract/bookings/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import type { Address } from '#contract/profile/calls.ts'
import type { LinkedIdentity } from '#contract/sign-in/calls.ts'

/** State of an account's deletion, and what a request for it requires. */
export interface AccountDeletion {
  /** ISO 8601 +04:00; null when no deletion was requested. */
  requestedAt: string | null
  /** When all personal data is erased; later while an order is active. */
  dueAt: string | null
  /** Days between request and erasure. */
  days: number
  /** Accepted proofs: the password if there is one, otherwise or additionally a code to this contact (masked). */
  proof: { password: boolean; contact: string | null }
}

/** Exactly one of both. */
export interface DeletionProof {
  password?: string
  pin?: string
}

/** All data stored about a person, in one file. Times are ISO 8601 +04:00, amounts AMD. */
export interface AccountExport {
  exportedAt: string
  profile: Profile & { createdAt: string }
  signIns: LinkedIdentity[]
  addresses: Address[]
  /** Saved cards: what the shop knows of them. */
  cards: Pick<SavedCard, 'brand' | 'lastFour' | 'expiry'>[]
  orders: OrderDetails[]
  bookings: Booking[]
  favourites: { type: 'supplier' | 'article'; id: number; name: string; addedAt: string }[]
  alerts: Alert[]
  /** What was asked for by forms while signed in; `fields` without the contacts. */
  applications: {
    number: string
    kind: ApplicationKind
    fields: Readonly<Record<string, string>>
    phone: string
    email: string | null
    state: ApplicationState
    answer: string
    writtenAt: string
  }[]
  /** Ratings of own orders, the name shown with them and what the supplier answered. */
  reviews: {
    orderNumber: string
    supplier: string
    stars: number
    answers: ReviewAnswers
    text: string
    author: string
    answer: string
    writtenAt: string
  }[]
  /** Group orders that the caller was in, and the name that the others saw. */
  groupOrders: { supplier: string; name: string; state: GroupOrderState; joinedAt: string }[]
  /** What the caller was to pay of orders of others, AMD. */
  shares: { orderNumber: string; amount: number; method: string; state: TenderState; at: string }[]
  /** Tickets for draws. `lottery`: its title. */
  tickets: { number: string; lottery: string; orderNumber: string; state: TicketState; at: string }[]
  /** Deliveries that orders made free. */
  freeDeliveries: FreeDelivery[]
  /** The history of points. */
  points: { type: WalletEntryType; amount: number; orderNumber: string | null; at: string }[]
  /** The same of the corporate wallet, and the invoices that filled it. */
  corporateWallet: { type: WalletEntryType; amount: number; orderNumber: string | null; at: string }[]
  topUps: { number: string; amount: number; received: number; companyName: string; tin: string; at: string }[]
  /** Gift cards that the person bought for others. */
  admissions: Admission[]
  boughtGiftCards: BoughtGiftCard[]
  /** `code`: its last four characters. */
  giftCards: { code: string; value: number; balance: number; message: string; expiresAt: string; activatedAt: string | null }[]
  /** Entries of "news and notifications". */
  notifications: { kind: string; subject: string; at: string; readAt: string | null }[]
  notificationSettings: { topic: string; channels: number[] }[]
  /** Messages sent by e-mail, SMS or push, without codes. */
  messages: { channel: string; recipient: string; subject: string; text: string; at: string }[]
  /** Browsers with a push subscription. */
  pushSubscriptions: { endpoint: string; since: string }[]
  sessions: { device: string; signedInAt: string; lastUsedAt: string; endedAt: string | null }[]
}

/** Operations on the account as a whole: export and deletion. */
export const exportData = endpoint<{ reply: AccountExport }>()({
  method: 'GET',
  path: '/user/profile/export',
  access: 'user',
  perMinute: 10,
  codes: ['PROOF_REQUIRED', 'TOO_MANY_REQUESTS'],
  about:
    "All of the caller's own data as one document; so many times an hour (ACCOUNT_EXPORTS_HOUR). PROOF_REQUIRED: it asks for a fresh proof (POST /users/proof)."
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
  codes: ['TOO_MANY_REQUESTS', 'SMS_LIMIT_REACHED', 'CHALLENGE_REQUIRED', 'CONFLICT'],
  about: "Sends a code to the account's own contact. CONFLICT: there is none, the password is the proof."
})

export const requestDeletion = endpoint<{ body: DeletionProof; reply: AccountDeletion }>()({
  method: 'POST',
  path: '/user/profile/deletion',
  access: 'user',
  perMinute: 10,
  codes: ['USERNAME_OR_PASSWORD_WRONG', 'PIN_INCORRECT_OR_EXPIRED', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED', 'NOT_READY'],
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
