import { and, asc, eq, gt } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import type { WalletEntryType, WalletReason, WalletType } from '#domain/rewards/wallet-entry.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { pointLots, walletEntries } = schema
export type LotRow = typeof pointLots.$inferSelect

/** Locks what a person has of points, in the order of ids; returns it in the order in which it expires. */
export const lockLots = async (tx: Context, userId: number): Promise<LotRow[]> => {
  const rows = await tx.db
    .select()
    .from(pointLots)
    .where(and(eq(pointLots.userId, userId), gt(pointLots.remaining, 0)))
    .orderBy(asc(pointLots.id))
    .for('update')
  return rows.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || a.id - b.id)
}

/** Whether points can be spent at a moment: they are pending before, and have expired after it. */
export const isSpendable = ({ availableAt, expiresAt }: Pick<LotRow, 'availableAt' | 'expiresAt'>, now: number): boolean =>
  availableAt.getTime() <= now && now < expiresAt.getTime()

export const pointsIn = (lots: readonly Pick<LotRow, 'remaining'>[]): Amount => lots.reduce((sum, { remaining }) => sum + remaining, 0)

/** Takes points from locked lots, the first ones first, as far as they go. Returns how much of which. */
export const takeFromLots = async (tx: Context, lots: readonly LotRow[], amount: Amount): Promise<{ lotId: number; amount: Amount }[]> => {
  const taken: { lotId: number; amount: Amount }[] = []
  let open = amount
  for (const { id, remaining } of lots) {
    const share = Math.min(open, remaining)
    if (share === 0) continue
    open -= share
    taken.push({ lotId: id, amount: share })
    await tx.db
      .update(pointLots)
      .set({ remaining: remaining - share })
      .where(eq(pointLots.id, id))
  }
  return taken
}

/** Of the personal wallet, unless it says otherwise. */
export interface NewEntry {
  userId: number
  walletType?: WalletType
  type: WalletEntryType
  amount: Amount
  orderId: number | null
  lotId?: number
  tenderId?: number
  reason: WalletReason
}

/** Writes into the history of a wallet; returns the entry's id. */
export const writeEntry = async (tx: Context, entry: NewEntry): Promise<number> => {
  const [row] = await tx.db
    .insert(walletEntries)
    .values({ ...entry, createdAt: new Date(tx.now()) })
    .returning({ id: walletEntries.id })
  if (!row) throw new Error('the inserted entry was not returned')
  return row.id
}
