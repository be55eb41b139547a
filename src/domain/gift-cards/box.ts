import type { Amount } from '../money.ts'

/** A line of an order whose pieces are physical gift cards; prices in hundredths. */
interface CardLine {
  options: readonly { price: Amount }[]
  quantity: number
  totalPrice: Amount
  voucher: Amount
}

/**
 * What the boxes of a line of physical gift cards cost, at most what was paid for it. They are goods; what is left of the line's price was
 * paid for what is on the cards.
 */
export const boxPrice = ({ options, quantity, totalPrice, voucher }: CardLine): Amount =>
  Math.min(totalPrice - voucher, quantity * options.reduce((sum, { price }) => sum + price, 0))
