import type { Context } from '#server/context.ts'

const RETRIES = 4

/**
 * Runs work in one transaction, or in the one already open. Retries deadlocks and serialisation failures.
 * Only the database may be awaited inside: no hash, mail or bank.
 */
export const withTransaction = async <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> => {
  if (ctx.inTransaction) return work(ctx)
  for (let attempt = 1; ; attempt += 1) {
    const after: (() => void)[] = []
    try {
      const result = await ctx.db.transaction((tx) =>
        work({ ...ctx, db: tx, readDb: tx, inTransaction: true, afterCommit: (then) => void after.push(then) })
      )
      for (const then of after) then()
      return result
    } catch (cause) {
      if (attempt >= RETRIES || !isTransient(cause)) throw cause
    }
  }
}

/** SQLSTATE 40001 serialisation failure, 40P01 deadlock. */
const isTransient = (cause: unknown): boolean => {
  const code = sqlState(cause)
  return code === '40001' || code === '40P01'
}

/** Returns the SQLSTATE of a database error, however deep the driver wrapped it. */
export const sqlState = (cause: unknown): string | undefined => {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    const { code } = error as Error & { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}
