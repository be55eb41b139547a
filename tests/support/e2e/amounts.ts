import type { Locator } from '@playwright/test'
import type { Translate } from '#i18n/keys.ts'

/** AMD of a text such as "−1 250,5 ֏"; NaN when it holds no digits. */
export const readAmd = (text: string): number => {
  const [digits] = /[−-]?\d[\d\u00a0]*([.,]\d+)?(?=\u00a0֏)/.exec(text) ?? ['']
  return digits === ''
    ? NaN
    : Number(
        digits
          .replace(/\u00a0/g, '')
          .replace(',', '.')
          .replace('−', '-')
      )
}

/** Every part of a price as people read it, in AMD; what is not shown is 0, what is free too. */
export interface Parts {
  items: number
  packing: number
  delivery: number
  fee: number
  /** What a promo code takes off, below 0. */
  voucher: number
  tip: number
  total: number
}

/** The one totals block of a basket, a checkout or an order. */
export const readParts = async (within: Locator, t: Translate): Promise<Parts> => {
  const total = within.getByRole('term').filter({ hasText: t('basket:totals.total') })
  await total.waitFor()
  const rows = await within.locator('dl > div').evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.querySelector('dt')?.textContent ?? '',
      text: element.querySelector('dd')?.textContent ?? ''
    }))
  )
  const amount = (name: string): number => {
    const row = rows.find((one) => one.name.trim() === name || one.name.startsWith(`${name} `))
    return row === undefined || row.text === t('basket:totals.free') ? 0 : readAmd(row.text)
  }
  return {
    items: amount(t('basket:totals.items')),
    packing: amount(t('basket:totals.packing')),
    delivery: amount(t('basket:totals.delivery')),
    fee: amount(t('basket:totals.fee')),
    voucher: amount(t('basket:totals.voucher')),
    tip: amount(t('basket:totals.tip')),
    total: amount(t('basket:totals.total'))
  }
}

export const sumOf = ({ items, packing, delivery, fee, voucher, tip }: Parts): number => items + packing + delivery + fee + voucher + tip
