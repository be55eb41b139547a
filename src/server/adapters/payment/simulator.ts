import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/engine.ts'
import { simulatedBank } from '#server/db/schema/payments.ts'
import { BankUnavailable, type PaymentProvider } from './port.ts'

/** Values of `getOrderStatusExtended` of the ArCa banks. */
const STATUS = { registered: 0, deposited: 2, refunded: 4, declined: 6 } as const
const ACTION = { approved: 0, noAttempt: -100, insufficientFunds: 116, entryTimeout: -2007, closed: -2006 } as const
/** Time that a buyer has to enter the card. */
const ENTRY_MINUTES = 20

type BankState = Awaited<ReturnType<PaymentProvider['status']>>['state']
export interface BankOrder {
  ref: string
  number: string
  amount: number
  returnUrl: string
  description: string
  /** closed: declined because the shop ended it. */
  state: BankState | 'closed'
}
export type Outcome = 'approve' | 'decline'

/** The provider, extended by what the bank's page needs. */
export interface SimulatedBank extends PaymentProvider {
  read(ref: string): Promise<BankOrder | null>
  /** Applies the buyer's decision, once per order; later decisions change nothing. */
  decide(ref: string, outcome: Outcome): Promise<BankOrder | null>
}
export const isSimulatedBank = (bank: PaymentProvider): bank is SimulatedBank => 'decide' in bank

/** Creates a simulated card bank with a table of its own; needs no keys. */
export const createBankSimulator = (db: Db, _config: Pick<Config, 'SITE_URL'>, now: () => number): SimulatedBank => {
  const find = async (where: ReturnType<typeof eq>) => (await db.select().from(simulatedBank).where(where))[0]

  /** Declines an order after the time limit, as a bank would. */
  const expire = (ref: string) =>
    db
      .update(simulatedBank)
      .set({ status: STATUS.declined, actionCode: ACTION.entryTimeout })
      .where(
        and(
          eq(simulatedBank.ref, ref),
          eq(simulatedBank.status, STATUS.registered),
          lt(simulatedBank.createdAt, new Date(now() - ENTRY_MINUTES * MINUTE))
        )
      )

  const current = async (ref: string) => {
    await expire(ref)
    const row = await find(eq(simulatedBank.ref, ref))
    return row ? { ...row, state: stateOf(row.status) } : null
  }

  const read = async (ref: string): Promise<BankOrder | null> => {
    const row = await current(ref)
    return row && { ...row, state: row.actionCode === ACTION.closed ? 'closed' : row.state }
  }

  return {
    provider: 'simulator',
    register: async ({ number, amount, returnUrl, description, language }) => {
      await db
        .insert(simulatedBank)
        .values({ ref: randomUUID(), number, amount, returnUrl, description, actionCode: ACTION.noAttempt, createdAt: new Date(now()) })
        .onConflictDoNothing()
      const row = await find(eq(simulatedBank.number, number))
      if (!row || row.amount !== amount) throw new BankUnavailable(`order number ${number} is already registered`)
      // A path, because shop and simulated bank share the origin that the visitor uses.
      return { ref: row.ref, formUrl: `/simulator/bank/${row.ref}?language=${language}` }
    },
    status: async (ref) => {
      const order = await current(ref)
      if (!order) throw new BankUnavailable('no such order')
      return { state: order.state, amount: order.amount, actionCode: order.actionCode }
    },
    refund: async (ref, amount) => {
      const refunded = await db
        .update(simulatedBank)
        .set({ status: STATUS.refunded })
        .where(and(eq(simulatedBank.ref, ref), eq(simulatedBank.status, STATUS.deposited), eq(simulatedBank.amount, amount)))
        .returning({ ref: simulatedBank.ref })
      if (refunded.length === 0) throw new BankUnavailable('nothing to refund')
    },
    close: async (ref) => {
      await db
        .update(simulatedBank)
        .set({ status: STATUS.declined, actionCode: ACTION.closed })
        .where(and(eq(simulatedBank.ref, ref), eq(simulatedBank.status, STATUS.registered)))
    },
    read,
    decide: async (ref, outcome) => {
      await expire(ref)
      const decided =
        outcome === 'approve'
          ? { status: STATUS.deposited, actionCode: ACTION.approved }
          : { status: STATUS.declined, actionCode: ACTION.insufficientFunds }
      await db
        .update(simulatedBank)
        .set(decided)
        .where(and(eq(simulatedBank.ref, ref), eq(simulatedBank.status, STATUS.registered)))
      return read(ref)
    }
  }
}

const stateOf = (status: number): BankState => {
  if (status === STATUS.deposited) return 'deposited'
  if (status === STATUS.refunded) return 'refunded'
  return status === STATUS.declined ? 'declined' : 'registered'
}
