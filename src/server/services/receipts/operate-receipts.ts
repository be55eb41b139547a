import { asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { checkReceipts } from './check-receipts.ts'
import { retryReceipt } from './retry-receipt.ts'

export type ReceiptsOrder = { verb: 'stuck' } | { verb: 'check' } | { verb: 'retry'; id: number | 'all' }

/** Parses a command from the arguments of a command line; null when it is invalid. */
export const readReceiptsOrder = ([verb, id, ...rest]: readonly string[]): ReceiptsOrder | null => {
  if (rest.length > 0) return null
  if ((verb === 'stuck' || verb === 'check') && id === undefined) return { verb }
  if (verb !== 'retry' || id === undefined) return null
  if (id === 'all') return { verb, id }
  return /^[1-9]\d{0,8}$/.test(id) ? { verb, id: Number(id) } : null
}

const MAX_LISTED = 200

/** Receipts that wait or were given up, the oldest first. */
const openReceipts = ({ db }: Pick<Context, 'db'>, states: ('due' | 'sent' | 'dead')[]) => {
  const { fiscalReceipts, orders } = schema
  return db
    .select({
      id: fiscalReceipts.id,
      kind: fiscalReceipts.kind,
      state: fiscalReceipts.state,
      reason: fiscalReceipts.reason,
      since: fiscalReceipts.createdAt,
      orderNumber: orders.number
    })
    .from(fiscalReceipts)
    .innerJoin(orders, eq(orders.id, fiscalReceipts.orderId))
    .where(inArray(fiscalReceipts.state, states))
    .orderBy(asc(fiscalReceipts.id))
    .limit(MAX_LISTED)
}

const WORDS = { due: 'waits', sent: 'waits for an answer', dead: 'given up' } as const

/** Runs a command about receipts. */
export const operateReceipts = async (ctx: Context, order: ReceiptsOrder): Promise<{ lines: string[]; failed: boolean }> => {
  if (order.verb === 'check') {
    const { printed, waiting, differences } = await checkReceipts(ctx)
    const summary = `${printed} receipts are printed, ${waiting} wait, ${differences.length || 'no'} differences`
    return { lines: [...differences, summary], failed: differences.length > 0 }
  }
  if (order.verb === 'stuck') {
    const rows = await openReceipts(ctx, ['due', 'sent', 'dead'])
    const lines = rows.map(({ id, kind, state, reason, since, orderNumber }) =>
      [id, kind, since.toISOString().slice(0, 16), orderNumber, state === 'printed' ? '' : WORDS[state], reason].join('\t')
    )
    return { lines: lines.length > 0 ? lines : ['no receipt waits'], failed: false }
  }
  const ids = order.id === 'all' ? (await openReceipts(ctx, ['dead'])).map(({ id }) => id) : [order.id]
  const lines: string[] = []
  let failed = false
  for (const id of ids) {
    const retried = await retryReceipt(ctx, id)
    failed ||= retried !== true
    if (retried === true) lines.push(`receipt ${id} is sent again`)
    else
      lines.push(
        retried === 'busy' ? `receipt ${id} has to wait for an answer to another one; retry it later` : `receipt ${id} was not given up`
      )
  }
  return { lines: lines.length > 0 ? lines : ['no receipt was given up'], failed }
}
