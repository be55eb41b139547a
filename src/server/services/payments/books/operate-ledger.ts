import type { Context } from '#server/context.ts'
import { checkLedger, type CheckReason } from '#server/services/ledger/check.ts'
import { checkTransfers } from '#server/services/ledger/check-transfers.ts'
import { describeDifferences } from '#server/services/ledger/describe.ts'
import { rebuildBalances } from '#server/services/ledger/rebuild-balances.ts'
import { postMissing } from './post-missing.ts'

export type LedgerOrder = { verb: 'check' } | { verb: 'balances' } | { verb: 'post'; cause: string }

/** Parses a command from the arguments of a command line; null when it is invalid. */
export const readLedgerOrder = ([verb, cause, ...rest]: readonly string[]): LedgerOrder | null => {
  if (rest.length > 0) return null
  if (verb === 'check' && cause === undefined) return { verb }
  if (verb === 'balances' && cause === undefined) return { verb }
  return verb === 'post' && cause !== undefined && /^[a-z]+:\d{1,10}(:[a-z]+)?$/.test(cause) ? { verb, cause } : null
}

/** What an operator reads; `failed`: the ledger differs, or nothing could be done. */
export interface Operated {
  lines: string[]
  failed: boolean
}

/** Runs a command about the ledger. */
export const operateLedger = async (ctx: Context, order: LedgerOrder): Promise<Operated> => {
  if (order.verb === 'check') return runCheck(ctx, 'command')
  if (order.verb === 'balances') return { lines: [`${await rebuildBalances(ctx)} balances were wrong and are right now`], failed: false }
  const { differences } = await checkTransfers(ctx)
  const isMissing = differences.some((one) => one.kind === 'not-posted' && one.cause === order.cause)
  if (isMissing && (await postMissing(ctx, order.cause))) return { lines: [`${order.cause} is in the ledger now`], failed: false }
  return { lines: [`nothing was posted: the ledger does not miss ${order.cause}`], failed: true }
}

/** Checks the ledger and says every difference. */
export const runCheck = async (ctx: Context, reason: CheckReason): Promise<Operated> => {
  const providers = Object.values(ctx.adapters.payments).filter((provider) => provider !== null)
  const { entries, differences } = await checkLedger({ db: ctx.db, now: ctx.now, providers }, reason)
  if (differences.length === 0) return { lines: [`the ledger adds up: ${entries} entries, no difference`], failed: false }
  const lines = await describeDifferences(ctx, differences)
  return { lines: [...lines, `${entries} entries, ${differences.length} differences`], failed: true }
}
