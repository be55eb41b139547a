import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { touchGroup } from '#server/services/baskets/group/lock-group.ts'

/**
 * Closes the list of a locked group order: nobody chooses any more. Returns false, and leaves it open, when nobody has chosen anything. The
 * version of each basket changes, so that no addition that was computed before is written after it.
 */
export const closeList = async (tx: Context, id: number): Promise<boolean> => {
  const [chosen] = await rowsOf<{ lines: number }>(
    tx.db,
    sql`with closed as (update baskets set version = version + 1 where group_order_id = ${id}::int and type = 'member')
      select count(*)::int as lines from basket_items i join baskets b on b.id = i.basket_id where b.group_order_id = ${id}::int`
  )
  if (!chosen?.lines) return false
  await touchGroup(tx, id, { lockedAt: new Date(tx.now()) })
  return true
}
