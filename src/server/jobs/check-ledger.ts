import { DAY_MINUTES, midnightOf, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { openPostgres } from '#server/db/engine.ts'
import type { Kernel } from '#server/kernel.ts'
import { lastCheckSince } from '#server/services/ledger/last-check.ts'
import type { CheckReason } from '#server/services/ledger/check.ts'
import { runCheck, type Operated } from '#server/services/payments/books/operate-ledger.ts'

/** When few people buy: the embedded database serves nobody else while it counts. */
const NIGHT_MS = 4 * 60 * MINUTE
const DAY_MS = DAY_MINUTES * MINUTE

/** Checks the ledger each night, and once when the process before this one did not end well. Differences are logged; nothing is refused. */
export const checkLedgerWhenDue = async (ctx: Context, kernel: Kernel): Promise<void> => {
  const reason: CheckReason | null = kernel.crashedBefore ? 'crash' : (await isNightlyDue(ctx)) ? 'nightly' : null
  if (!reason) return
  kernel.crashedBefore = false
  const { lines, failed } = await runUnlimited(ctx, kernel, reason)
  for (const line of lines) kernel.log(failed ? 'error' : 'info', `ledger: ${line}`)
}

const isNightlyDue = async (ctx: Context): Promise<boolean> => {
  const now = ctx.now()
  const night = midnightOf(now) + NIGHT_MS
  return !(await lastCheckSince(ctx, night <= now ? night : night - DAY_MS))
}

/** On a server, by a connection of its own: those of a shop that serves have limits of time. */
const runUnlimited = async (ctx: Context, { engine, config }: Kernel, reason: CheckReason): Promise<Operated> => {
  if (engine.kind === 'pglite' || !config.DATABASE_URL) return runCheck(ctx, reason)
  const own = await openPostgres(config.DATABASE_URL, 1, { migrate: false, prepare: config.DATABASE_PREPARE })
  try {
    return await runCheck({ ...ctx, db: own.db }, reason)
  } finally {
    await own.close()
  }
}
