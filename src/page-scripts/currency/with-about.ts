/** An amount as formatAmd writes it, unless it already has the other currency behind it. */
const PRICE = /(\d[\d\u00a0]*(?:[.,]\d)?)\u00a0֏(?! \(≈)/g

/** Adds the amount in another currency behind each price of a text: "2 500 ֏ (≈ 6.49 $)". Nothing is added to 0. */
export const withAbout = (text: string, about: (amd: number) => string): string =>
  text.replace(PRICE, (price, digits: string) => {
    const amd = Number(digits.replaceAll('\u00a0', '').replace(',', '.'))
    return amd > 0 ? `${price} (${about(amd)})` : price
  })
