import { and, count, eq, gte, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import type { HistoryQuery, OrderCard } from '#contract/orders/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { ORDER_MODE, type OrderMode } from '#domain/enums.ts'
import { isActive, ORDER_STATUS } from '#domain/order-status.ts'
import { addDays, instantOf, isDate } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { readCards } from './order-card.ts'
import { isVisibleTo, OF_GOODS } from './order-row.ts'

const { orders } = schema
const ACTIVE = Object.values(ORDER_STATUS).filter(isActive)

/** Returns the person's active orders, unpaid ones and those of group orders included, newest first (GET /orders/pending/all). */
export const pendingOrders = async (ctx: Context, query: { take: number; orderMode?: number | undefined }): Promise<OrderCard[]> => {
  const { userId } = requireUser(ctx)
  const mode = query.orderMode === undefined ? undefined : eq(orders.orderMode, query.orderMode as OrderMode)
  return readCards(ctx, and(isVisibleTo(userId), OF_GOODS, inArray(orders.status, ACTIVE), mode), { skip: 0, take: query.take })
}

/** Returns all orders of the person, those of group orders included, newest first. Dates are days in Yerevan, both included. */
export const orderHistory = async (ctx: Context, query: HistoryQuery): Promise<Page<OrderCard>> => {
  const { userId } = requireUser(ctx)
  const where = and(
    OF_GOODS,
    ofPerson(userId, query.filter),
    filterOf(query.filter),
    modeOf(query.historyMode),
    named(query.term),
    ...between(query)
  )
  const [total] = await ctx.db.select({ count: count() }).from(orders).where(where)
  return {
    items: await readCards(ctx, where, { skip: query.skip ?? 0, take: query.take ?? PAGE.history }),
    totalCount: total?.count ?? 0
  }
}

/** Only whoever ordered rates. */
const ofPerson = (userId: number, filter: HistoryQuery['filter']): SQL =>
  filter === 'reviewed' || filter === 'unreviewed' ? eq(orders.userId, userId) : isVisibleTo(userId)

const filterOf = (filter: HistoryQuery['filter']): SQL | undefined => {
  if (filter === 'active') return inArray(orders.status, ACTIVE)
  if (filter !== 'reviewed' && filter !== 'unreviewed') return undefined
  const unrated = sql`exists (select 1 from order_parts p where p.order_id = ${orders.id} and p.status = ${ORDER_STATUS.COMPLETELY_DELIVERED}
    and not exists (select 1 from order_reviews r where r.order_id = p.order_id and r.supplier_id = p.supplier_id))`
  return and(eq(orders.status, ORDER_STATUS.COMPLETELY_DELIVERED), filter === 'unreviewed' ? unrated : sql`not ${unrated}`)
}

const modeOf = (mode: HistoryQuery['historyMode']): SQL | undefined => {
  if (mode === 'pickup') return eq(orders.orderMode, ORDER_MODE.PICK_UP)
  return mode === 'groupOrder' ? isNotNull(orders.groupOrderId) : undefined
}

/** Orders of a supplier, or with something, whose name has these letters in any language. */
const named = (term = ''): SQL | undefined => {
  const letters = term.trim()
  if (letters === '') return undefined
  const pattern = `%${letters.replace(/[\\%_]/g, '\\$&')}%`
  const has = (name: SQL): SQL =>
    sql`(${name}->>'hy' ilike ${pattern} or ${name}->>'en' ilike ${pattern} or ${name}->>'ru' ilike ${pattern})`
  return sql`(exists (select 1 from order_items i where i.order_id = ${orders.id} and ${has(sql.raw('i.name'))})
    or exists (select 1 from order_parts p join suppliers s on s.id = p.supplier_id where p.order_id = ${orders.id} and ${has(sql.raw('s.name'))}))`
}

const between = ({ from, to }: HistoryQuery): (SQL | undefined)[] => {
  for (const [field, date] of Object.entries({ from, to })) if (date !== undefined && !isDate(date)) throw fail('BAD_REQUEST', { field })
  return [
    from === undefined ? undefined : gte(orders.createdAt, new Date(instantOf(from, 0))),
    to === undefined ? undefined : lt(orders.createdAt, new Date(instantOf(addDays(to, 1), 0)))
  ]
}
