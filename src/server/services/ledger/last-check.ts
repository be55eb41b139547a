import { and, desc, gte, lte } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { ledgerChecks } = schema

/** Whether the ledger was checked at or after a time; what a clock that was ahead has written does not count. */
export const lastCheckSince = async ({ db, now }: Pick<Context, 'db' | 'now'>, since: number): Promise<boolean> => {
  const rows = await db
    .select({ id: ledgerChecks.id })
    .from(ledgerChecks)
    .where(and(gte(ledgerChecks.at, new Date(since)), lte(ledgerChecks.at, new Date(now()))))
    .limit(1)
  return rows.length > 0
}

/** Returns how many differences the last check found; null when none was made yet. */
export const lastDifferences = async ({ db }: Pick<Context, 'db'>): Promise<number | null> => {
  const [row] = await db.select({ differences: ledgerChecks.differences }).from(ledgerChecks).orderBy(desc(ledgerChecks.id)).limit(1)
  return row?.differences ?? null
}
