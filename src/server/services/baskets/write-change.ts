import { sql, type SQL } from 'drizzle-orm'
import type { OrderModeState } from '#contract/baskets/order-mode.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { notifyGroups } from './group/announce-change.ts'
import type { LineToWrite } from './lines.ts'
import type { BasketRow, Owner } from './owner.ts'
import type { BasketState, StoredLine } from './state.ts'

/** Ids of lines to remove, lines to write with their quantities, and the mode if it changes. */
export interface Change {
  removedIds: readonly number[]
  lines: readonly LineToWrite[]
  mode?: OrderModeState
}

/** Returns the change that leaves exactly these lines; a line that stays keeps its row. */
export const replaceAll = ({ lines: current }: BasketState, lines: readonly LineToWrite[]): Change => {
  const remains = (line: { productId: number; optionsKey: string }): boolean =>
    lines.some(({ productId, optionsKey: key }) => productId === line.productId && key === line.optionsKey)
  return { removedIds: current.filter((line) => !remains(line)).map(({ id }) => id), lines }
}

interface Row {
  basket_id: number
  version: number
  line_id: number | null
  product_id: number
  options_key: string
}

const NOTHING = sql``
const assignMode = ({ orderMode, branchId, supplierId }: OrderModeState): SQL =>
  sql`, order_mode = ${orderMode}::smallint, branch_id = ${branchId}::int, supplier_id = ${supplierId}::int`

/** Increments the version of the basket's row if it is unchanged since it was read, or inserts the row if there was none and still is none. */
const claimOf = (owner: Owner, basket: BasketRow | null, mode: OrderModeState | undefined, now: string): SQL => {
  if (basket)
    return sql`update baskets set version = version + 1, updated_at = ${now}::timestamptz${mode ? assignMode(mode) : NOTHING}
      where id = ${basket.id}::int and version = ${basket.version}::int
      returning id, version${basket.groupOrderId === null ? NOTHING : sql`, ${notifyGroups()}`}`
  const [column, value] =
    'userId' in owner ? [sql`user_id`, sql`${owner.userId}::int`] : [sql`anonymous_id`, sql`${owner.anonymousId}::text`]
  const [columns, values] = mode
    ? [sql`, order_mode, branch_id, supplier_id`, sql`, ${mode.orderMode}::smallint, ${mode.branchId}::int, ${mode.supplierId}::int`]
    : [NOTHING, NOTHING]
  return sql`insert into baskets (${column}, updated_at${columns}) values (${value}, ${now}::timestamptz${values}) on conflict do nothing returning id, version`
}

/** Writes a change in one statement, which tells the streams of a group order of it. Returns the new state; null when the basket has changed since it was read. */
export const writeChange = async (ctx: Context, owner: Owner, state: BasketState, change: Change): Promise<BasketState | null> => {
  const now = new Date(ctx.now()).toISOString()
  const userId = 'userId' in owner ? owner.userId : null
  const lines = JSON.stringify(change.lines)
  const rows = await rowsOf<Row>(
    ctx.db,
    sql`with b as (${claimOf(owner, state.basket, change.mode, now)}),
      removed as (delete from basket_items i using b where i.basket_id = b.id and i.id = any(${sql.param(change.removedIds)}::int[])),
      written as (insert into basket_items (basket_id, product_id, quantity, option_ids, options_key, user_id, session_id, created_at)
        select b.id, l."productId", l.quantity, l."optionIds", l."optionsKey", ${userId}::int, '', ${now}::timestamptz
        from b, json_to_recordset(${lines}::json) as l ("productId" int, quantity int, "optionIds" jsonb, "optionsKey" text)
        on conflict (basket_id, product_id, options_key, session_id) do update set quantity = excluded.quantity
        returning id, product_id, options_key)
    select b.id as basket_id, b.version, written.id as line_id, written.product_id, written.options_key from b left join written on true`
  )
  const [first] = rows
  return first
    ? {
        ...state,
        basket: { ...basketAfter(state.basket, first, userId), ...change.mode },
        lines: linesAfter(state.lines, change, rows, userId)
      }
    : null
}

const basketAfter = (before: BasketRow | null, { basket_id: id, version }: Row, userId: number | null): BasketRow =>
  before
    ? { ...before, version }
    : {
        id,
        userId,
        groupOrderId: null,
        type: 'user',
        version,
        orderMode: ORDER_MODE.DELIVERY,
        branchId: null,
        supplierId: null,
        walletType: 0
      }

const linesAfter = (
  before: readonly StoredLine[],
  { removedIds, lines }: Change,
  rows: readonly Row[],
  userId: number | null
): StoredLine[] => {
  const written = lines.map((line): StoredLine => {
    const row = rows.find(({ product_id, options_key }) => product_id === line.productId && options_key === line.optionsKey)
    return { ...line, id: row?.line_id ?? 0, userId }
  })
  const ids = new Set(written.map(({ id }) => id))
  const unchanged = before.filter(({ id }) => !removedIds.includes(id) && !ids.has(id))
  return [...unchanged, ...written].sort((a, b) => a.id - b.id)
}
