/** Statuses of a gift card (spec section 3). A card that is partly spent stays active. */
export const GIFT_CARD_STATUS = { DRAFT: 0, RESERVED: 1, SOLD: 2, ACTIVE: 3, USED: 4, INACTIVE: 5, EXPIRED: 6 } as const
export type GiftCardStatus = (typeof GIFT_CARD_STATUS)[keyof typeof GIFT_CARD_STATUS]

/** Whether a card can be spent, as people see it (spec section 3). */
export const GIFT_CARD_VIEW_STATUS = { EXPIRED: 0, ACTIVE: 1 } as const
export type GiftCardViewStatus = (typeof GIFT_CARD_VIEW_STATUS)[keyof typeof GIFT_CARD_VIEW_STATUS]

export const GIFT_CARD_TYPE = { STANDARD: 0, ELECTRONIC: 1 } as const
export type GiftCardType = (typeof GIFT_CARD_TYPE)[keyof typeof GIFT_CARD_TYPE]

/**
 * What happens to a card. activated: somebody entered its code; spent: it paid for an order; returned: money came back from an order;
 * lowered: the same, because the order became cheaper before all of its money was there; expired: nobody spent it in time.
 */
export const GIFT_CARD_EVENTS = ['activated', 'spent', 'returned', 'lowered', 'expired'] as const
export type GiftCardEvent = (typeof GIFT_CARD_EVENTS)[number]

/** Value of a card, AMD. */
export const GIFT_CARD_VALUE = { min: 1_000, max: 500_000 } as const
/** How an electronic card looks. */
export const GIFT_CARD_DESIGNS = ['classic', 'birthday', 'newYear', 'love'] as const
export type GiftCardDesign = (typeof GIFT_CARD_DESIGNS)[number]
/** Values that are offered, AMD; any between the bounds can be chosen. */
export const GIFT_CARD_VALUES = [5_000, 10_000, 20_000, 50_000] as const
/** How many days ahead a card can be sent, at most. */
export const GIFT_CARD_DAYS_AHEAD = 365

/**
 * What became of a card that was bought. awaiting: not paid yet; waiting: paid, sent on its day; sent: nobody has entered its code;
 * activated; cancelled: its money went back, or was never there; unreachable: its letter could not be delivered.
 */
export type BoughtCardState = 'awaiting' | 'waiting' | 'sent' | 'activated' | 'cancelled' | 'unreachable'

/** What became of a physical card that was bought. coming: not handed over yet; delivered: nobody has entered its code. */
export type PhysicalCardState = 'coming' | 'delivered' | 'activated' | 'expired'

/** Page of a person's gift cards. */
export const GIFT_CARDS_PATH = '/account/gift-cards'
/** How long a card is valid from the day it is made. */
export const GIFT_CARD_YEARS = 1
export const MAX_GIFT_CARD_MESSAGE = 300

// Without I, O, 0 and 1, which are taken for each other.
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const GIFT_CARD_CODE_LENGTH = 16
const CODE = new RegExp(`^[${ALPHABET}]{${GIFT_CARD_CODE_LENGTH}}$`)

/** A code as it is compared: in whatever case, with or without spaces and dashes. */
export const giftCardCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()
export const isGiftCardCode = (text: string): boolean => CODE.test(giftCardCode(text))

/** A code of random bytes, one a character. */
export const codeOfBytes = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** A code as people read it: in fours. */
export const inFours = (code: string): string => (code.match(/.{1,4}/g) ?? []).join(' ')
