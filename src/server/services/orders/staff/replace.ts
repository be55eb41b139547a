import { MAX_REPLACEMENT_NOTE } from '#domain/orders/replacement.ts'
import { formatAmd, toAmd } from '#domain/money.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { formatTime } from '#i18n/dates.ts'
import type { UnitId } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { BadWords, readNumber } from '#server/services/core/bad-words.ts'
import { listCandidates, offerReplacement } from '../replacements/offer.ts'
import type { StaffOrder } from './staff-order.ts'

const NUMBER = /^\d+$/

/** `LINE` alone lists what could replace it; `LINE PRODUCT [QUANTITY] [WORDS]` offers it to the customer. Returns lines for display. */
export const replaceByStaff = async (ctx: Context, order: StaffOrder, [line, product, ...rest]: readonly string[]): Promise<string> => {
  const number = readNumber('LINE', line)
  if (product === undefined) return listed(ctx, order, number)
  const [first, ...others] = rest
  const isQuantity = first !== undefined && NUMBER.test(first)
  const note = (isQuantity ? others : rest).join(' ').trim()
  if (note.length > MAX_REPLACEMENT_NOTE) throw new BadWords(`what the customer reads has at most ${MAX_REPLACEMENT_NOTE} characters`)
  const { replacement, otherwise } = await offerReplacement(ctx, order, {
    line: number,
    productId: readNumber('PRODUCT', product),
    quantity: isQuantity ? readNumber('QUANTITY', first) : null,
    note
  })
  const without = otherwise === 'replace' ? 'the line is replaced' : 'the line is left out'
  const until = formatTime(replacement.answerBefore.getTime())
  const less = replacement.less > 0 ? `, ${formatAmd(toAmd(replacement.less), 'en')} less` : ''
  return `${order.number}: the customer is asked whether ${replacement.name.en} will do${less}; without an answer until ${until} ${without}`
}

const listed = async (ctx: Context, order: StaffOrder, line: number): Promise<string> => {
  const found = await listCandidates(ctx, order, line)
  const lines = found.map(({ product, quantity, price }) =>
    [product.id, `${formatQuantity(quantity, product.unitId as UnitId, 'en')} × ${product.name.en}`, formatAmd(toAmd(price), 'en')].join(
      '  '
    )
  )
  return lines.length > 0 ? lines.join('\n') : `nothing like line ${line} of order ${order.number} is sold; refund it`
}
