import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { rateSuppliers } from '#server/services/reviews/rate-suppliers.ts'
import { createRandom } from './random.ts'

const { supplierRatings } = schema
/** One more than this and every second operation changes or deletes a rating that is there. */
const ORDERS = 400
const BATCH = 100
const FIRST_ORDER = 5_000_000

interface Plan {
  operations: number
  seed: number
  supplierIds: readonly number[]
}

export interface Sum {
  count: number
  stars: number
}

/**
 * Random ratings, changes of them and erasures, a hundred between two runs of the job, which two processes do at once. Returns what the sums
 * have to be, kept apart from the database, and after how many batches they were others.
 */
export const runRatings = async (
  ctx: Context,
  { operations, seed, supplierIds }: Plan
): Promise<{ sums: ReadonlyMap<number, Sum>; batches: number; wrong: number }> => {
  const random = createRandom(seed)
  const pick = (below: number): number => Math.floor(random() * below)
  const ratings = new Map<string, { supplierId: number; stars: number }>()
  let [batches, wrong] = [0, 0]
  for (let done = 0; done < operations; done += BATCH) {
    const written = new Map<string, { orderId: number; supplierId: number; stars: number | null }>()
    for (let index = 0; index < Math.min(BATCH, operations - done); index += 1) {
      const [orderId, supplierId] = [FIRST_ORDER + pick(ORDERS), supplierIds[pick(supplierIds.length)] ?? 0]
      const key = `${orderId}:${supplierId}`
      const stars = ratings.has(key) && random() < 0.5 ? null : 1 + pick(5)
      written.set(key, { orderId, supplierId, stars })
      if (stars === null) ratings.delete(key)
      else ratings.set(key, { supplierId, stars })
    }
    await write(ctx, [...written.values()])
    await Promise.all([rateSuppliers(ctx), rateSuppliers(ctx)])
    batches += 1
    if (!(await isSame(ctx, sumsOf(ratings)))) wrong += 1
  }
  return { sums: sumsOf(ratings), batches, wrong }
}

/** Ratings of orders that are not there: what is measured is how they add up. */
const write = (ctx: Context, rows: readonly { orderId: number; supplierId: number; stars: number | null }[]): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("orderId" int, "supplierId" int, stars int)),
      gone as (delete from order_reviews r using given g where r.order_id = g."orderId" and r.supplier_id = g."supplierId" and g.stars is null)
      insert into order_reviews (order_id, supplier_id, user_id, stars, answers, locale, author)
        select "orderId", "supplierId", 1, stars, '{}', 'hy', '' from given where stars is not null
        on conflict (order_id, supplier_id) do update set stars = excluded.stars`)
  })

const sumsOf = (ratings: ReadonlyMap<string, { supplierId: number; stars: number }>): Map<number, Sum> => {
  const sums = new Map<number, Sum>()
  for (const { supplierId, stars } of ratings.values()) {
    const { count, stars: before } = sums.get(supplierId) ?? { count: 0, stars: 0 }
    sums.set(supplierId, { count: count + 1, stars: before + stars })
  }
  return sums
}

/** Whether the job's sums are these, and those of the rows that are there. */
const isSame = async ({ db }: Context, sums: ReadonlyMap<number, Sum>): Promise<boolean> => {
  const found = await db.select().from(supplierRatings)
  const raw = await rowsOf<{ id: number; stars: number }>(
    db,
    sql`select supplier_id as id, avg(stars)::float8 as stars from order_reviews group by supplier_id`
  )
  return (
    found.length === sums.size &&
    raw.length === sums.size &&
    found.every(({ supplierId, count, stars }) => sums.get(supplierId)?.count === count && sums.get(supplierId)?.stars === stars) &&
    raw.every(({ id, stars }) => Math.abs(stars - (sums.get(id)?.stars ?? 0) / (sums.get(id)?.count ?? 1)) < 1e-9)
  )
}
