import { randomInt } from 'node:crypto'
import { and, eq, lt, or } from 'drizzle-orm'
import type { FiscalService } from '#server/adapters/fiscal/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { fiscalRegisters } = schema
export type RegisterRow = typeof fiscalRegisters.$inferSelect

/** Beyond the time limit of a call, for what is written after it. */
const LEASE_MARGIN_MS = 14_000

/** Returns the cash register of this shop; it is entered at the first receipt. */
export const registerOf = async (ctx: Pick<Context, 'db' | 'now'>, { crn, simulated }: FiscalService): Promise<RegisterRow> => {
  const own = crn === null ? eq(fiscalRegisters.simulated, 1) : eq(fiscalRegisters.crn, crn)
  const find = async (): Promise<RegisterRow | undefined> => (await ctx.db.select().from(fiscalRegisters).where(own).limit(1))[0]
  const found = await find()
  if (found) return found
  const isSimulated = simulated ? 1 : 0
  const number = crn ?? `5${randomInt(1_000_000, 9_999_999)}`
  await ctx.db
    .insert(fiscalRegisters)
    .values({ crn: number, simulated: isSimulated, createdAt: new Date(ctx.now()), leaseUntil: new Date(ctx.now()) })
    .onConflictDoNothing()
  const made = await find()
  if (!made) throw new Error('the inserted cash register was not found')
  return made
}

export const leaseEnd = (ctx: Pick<Context, 'config' | 'now'>): Date =>
  new Date(ctx.now() + ctx.config.PAYMENT_TIMEOUT_SECONDS * 1_000 + LEASE_MARGIN_MS)

/** Takes the lease of a cash register. Returns false while another process has it. */
export const claimRegister = async (ctx: Context, id: number, owner: string): Promise<boolean> => {
  const free = or(
    lt(fiscalRegisters.leaseUntil, new Date(ctx.now())),
    eq(fiscalRegisters.leaseOwner, ''),
    eq(fiscalRegisters.leaseOwner, owner)
  )
  const claimed = await ctx.db
    .update(fiscalRegisters)
    .set({ leaseOwner: owner, leaseUntil: leaseEnd(ctx) })
    .where(and(eq(fiscalRegisters.id, id), free))
    .returning({ id: fiscalRegisters.id })
  return claimed.length > 0
}

export const releaseRegister = async (ctx: Context, id: number, owner: string): Promise<void> => {
  await ctx.db
    .update(fiscalRegisters)
    .set({ leaseOwner: '' })
    .where(and(eq(fiscalRegisters.id, id), eq(fiscalRegisters.leaseOwner, owner)))
}
