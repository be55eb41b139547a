import type { ShownMethod } from '#domain/payment-method.ts'

/** Whether this browser has what a method needs: Apple Pay's sheet, with a card in it. */
export const isPayableHere = ({ needs }: Pick<ShownMethod, 'needs'>): boolean => {
  if (!needs) return true
  const { ApplePaySession } = globalThis as { ApplePaySession?: { canMakePayments: () => boolean } }
  return ApplePaySession?.canMakePayments() === true
}
