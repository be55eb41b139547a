import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isActive, ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

const CODES = 10_000
const ACTIVE = Object.values(ORDER_STATUS).filter(isActive)

/** Returns four digits that no order under way at this branch has; any four when nearly all are taken. */
export const newPickupCode = async (tx: Context, branchId: number | null): Promise<string> => {
  const rows = await rowsOf<{ code: string }>(
    tx.db,
    sql`select o.pickup_code as code from orders o join order_parts p on p.order_id = o.id
      where p.branch_id = ${branchId}::int and o.pickup_code is not null and o.status = any(${sql.param(ACTIVE)}::int2[])`
  )
  const taken = new Set(rows.map(({ code }) => code))
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const code = String(randomInt(CODES)).padStart(4, '0')
    if (!taken.has(code)) return code
  }
  return String(randomInt(CODES)).padStart(4, '0')
}
