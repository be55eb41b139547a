import { createHmac, randomBytes } from 'node:crypto'
import { codeOfBytes, giftCardCode, GIFT_CARD_CODE_LENGTH } from '#domain/gift-cards/gift-card.ts'
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
