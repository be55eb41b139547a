import { createHmac, randomBytes } from 'node:crypto'
import { codeOfBytes, giftCardCode, GIFT_CARD_CODE_LENGTH, GIFT_CARD_YEARS } from '#domain/gift-cards/gift-card.ts'
import { DAY_MINUTES, MINUTE, type Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/services/core/keys.ts'

const SHOWN = 4

/** What is stored of a code: nobody who reads it can spend the card. */
export const storedCode = async (ctx: Pick<Context, 'cache' | 'config' | 'db'>, text: string) => {
  const code = giftCardCode(text)
  const { giftCard } = await keysOf(ctx)
  return { codeHash: createHmac('sha256', giftCard).update(code).digest('base64url'), lastFour: code.slice(-SHOWN) }
}

export const newCode = (): string => codeOfBytes(randomBytes(GIFT_CARD_CODE_LENGTH))

/** Until when a card can be spent that is made at a moment. */
export const expiryOf = (at: Instant): Date => new Date(at + GIFT_CARD_YEARS * 365 * DAY_MINUTES * MINUTE)
