import { describe, expect, test } from 'vitest'
import type { GroupCollecting } from '#contract/group-orders/calls.ts'
import { ownMoneyFields, type OwnMoneyChoices } from '#stores/checkout/split-own-money.ts'
import { NO_OWN_MONEY, shareMoneyOf } from '#stores/group-orders/share-money.ts'

const card = (id: number, balance: number) => ({ id, code: `CD${id}`, balance, covers: 0, expiresAt: '2027-11-20T12:00:00+04:00' })
const collecting: GroupCollecting = {
  ...{ orderNumber: '1001', payBefore: '2026-11-20T12:15:00+04:00', pausedFor: null, due: 2_227, payableBy: [], without: null },
  ownMoney: {
    giftCards: { available: 1_800, covers: 1_800, cards: [card(4, 1_000), card(9, 800)] },
    points: { available: 3_000, covers: 2_000, labelledAt: [] },
    corporateWallet: { available: 500, takes: true }
  }
}
const paying = (choices: Partial<OwnMoneyChoices>) => {
  const own = shareMoneyOf(collecting, { ...NO_OWN_MONEY, ...choices })
  return own && { left: own.left, fields: ownMoneyFields(own) }
}

describe('of an own share', () => {
  test('nothing pays that was not chosen', () => {
    expect(paying({})).toEqual({ left: 2_227, fields: {} })
    expect(shareMoneyOf({ ...collecting, ownMoney: null }, NO_OWN_MONEY)).toBeNull()
  })
  test('points pay what gift cards leave, the corporate wallet the rest', () => {
    expect(paying({ useGiftCards: true, usePoints: true, useCorporateWallet: true })).toEqual({
      left: 0,
      fields: { useGiftCard: true, giftCardAmount: 1_800, useWallet: true, walletAmount: 427 }
    })
    expect(paying({ usePoints: true, useCorporateWallet: true })).toEqual({
      left: 0,
      fields: { useWallet: true, walletAmount: 2_000, useCorporateWallet: true, corporateWalletAmount: 227 }
    })
  })
  test('only the gift cards pay that were chosen, all of them where none of those is left', () => {
    expect(paying({ useGiftCards: true, giftCards: [9] })).toEqual({
      left: 1_427,
      fields: { useGiftCard: true, giftCardAmount: 800, cards: [9] }
    })
    expect(paying({ useGiftCards: true, giftCards: [5] })).toEqual({ left: 427, fields: { useGiftCard: true, giftCardAmount: 1_800 } })
  })
})
