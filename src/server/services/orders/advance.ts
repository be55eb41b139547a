import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import { autopilotSeconds } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { oneByOne, workInSlots } from '#server/services/core/work-in-slots.ts'
import { lockOrder, type OrderRow } from './order-row.ts'
import { simulateShortage } from './replacements/simulate-shortage.ts'
import { openReplacements } from './replacements/open-replacements.ts'
import { accept } from './staff/accept.ts'
import { deliver } from './staff/deliver.ts'
import { sendOut } from './staff/on-the-way.ts'

const MAX_AT_ONCE = 50

type Verb = (tx: Context, locked: { order: OrderRow; part: null }) => Promise<OrderRow>

const begin: Verb = async (tx, locked) => {
  const begun = await accept(tx, locked)
  await simulateShortage(tx, begun)
  return begun
}

/** What the autopilot does as a member of staff. */
const VERBS: Partial<Record<OrderStatus, Verb>> = {
  [ORDER_STATUS.OPEN]: begin,
  [ORDER_STATUS.PAID]: begin,
  [ORDER_STATUS.IN_PROCESS]: sendOut,
  [ORDER_STATUS.READY_FOR_DELIVERY]: (tx, locked) => deliver(tx, locked)
}

/** Moves an order to its next regular status. Returns null when another process has it locked, or when it is finished or waits for money. */
export const advanceOrder = (ctx: Context, orderId: number, onlyIfDue = false): Promise<OrderRow | null> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, eq(schema.orders.id, orderId), { skipLocked: onlyIfDue })
    const verb = order && VERBS[order.status]
    if (!order || !verb) return null
    // Nothing leaves the place while its customer is asked.
    if ((await openReplacements(tx, orderId)).length > 0) return null
    if (onlyIfDue && (order.nextStepAt === null || order.nextStepAt.getTime() > tx.now())) return null
    return verb(tx, { order, part: null })
  })

const NOT_ASKED = sql`not exists (select from order_replacements r where r.order_id = ${schema.orders.id} and r.state = 'open')`

/** Autopilot of the demo: moves every order whose next step is due. One that fails does not stop the others. Returns how many moved. Safe in several processes. */
export const advanceDue = async (ctx: Context): Promise<number> => {
  // A real shop may still have steps stored by a demo: they are ignored.
  if (autopilotSeconds(ctx.config) === 0) return 0
  const { orders } = schema
  const due = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(lte(orders.nextStepAt, new Date(ctx.now())), NOT_ASKED))
    .orderBy(asc(orders.nextStepAt))
    .limit(MAX_AT_ONCE)
  let moved = 0
  const advance = async ({ id }: (typeof due)[number]): Promise<void> => {
    if (await advanceOrder(ctx, id, true)) moved += 1
  }
  await workInSlots({ atOnce: 1, claim: oneByOne(due), work: advance })
  return moved
}
