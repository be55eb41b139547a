import { eq } from 'drizzle-orm'
import { wallet } from '#domain/ledger/accounts.ts'
import type { Amount } from '#domain/money.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import { isArmenianTin } from '#domain/tin.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { writeEntry, type NewEntry } from '../lots.ts'

const { ledgerBalances } = schema

/** Who buys, and what at least one of the suppliers does not take, as their files call it. */
export interface CorporateBuyer {
  companyName: string | null
  tin: string | null
  refused: ReadonlySet<string>
}

/** What is in the corporate wallet of an account: the balance of its account in the ledger. */
export const corporateBalance = async ({ db }: Pick<Context, 'db'>, userId: number): Promise<Amount> => {
  const [row] = await db
    .select()
    .from(ledgerBalances)
    .where(eq(ledgerBalances.account, wallet(userId)))
  return Number(row?.balance ?? 0)
}

/** The same, locked until the end of the transaction. */
export const lockCorporateBalance = async (tx: Context, userId: number): Promise<Amount> => {
  const [row] = await tx.db
    .select()
    .from(ledgerBalances)
    .where(eq(ledgerBalances.account, wallet(userId)))
    .for('update')
  return Number(row?.balance ?? 0)
}

/** Whether an account is a company's: it has a name and an Armenian tax id. */
export const isCompany = (buyer: Pick<CorporateBuyer, 'companyName' | 'tin'> | null): boolean =>
  Boolean(buyer?.companyName) && isArmenianTin(buyer?.tin ?? null)

/** Whether a buyer can pay from a corporate wallet: a company, at suppliers that all take it. */
export const takesCorporateWallet = (buyer: CorporateBuyer | null): boolean =>
  isCompany(buyer) && buyer?.refused.has('corporateWallet') === false

/** Writes into the history of a corporate wallet; returns the entry's id. */
export const writeCorporateEntry = (tx: Context, entry: Omit<NewEntry, 'walletType' | 'lotId'>): Promise<number> =>
  writeEntry(tx, { ...entry, walletType: WALLET_TYPE.CORPORATE })
