import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, not, notInArray, or, sql } from 'drizzle-orm'
import { localeOfLanguageId } from '#domain/locale.ts'
import { isFinal, ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { accountOf } from '#server/services/wallet/corporate/empty.ts'
import { evictPerson } from '#server/services/auth/tokens/cached-tokens.ts'
import { UNDER_WAY } from '#server/services/bookings/booking-row.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { proofsOf } from '#server/services/auth/proofs.ts'
import { PERSONAL_DATA, type ErasedPerson } from './personal-data.ts'

const { accountDeletions, bookings, ledgerBalances, messages, orders, orderTenders, payments, pointWithdrawals, users } = schema
const FINAL = Object.values(ORDER_STATUS).filter(isFinal)
/** How long, in milliseconds, the last message may take to go out before its data is erased too. */
const MAX_MESSAGE_WAIT_MS = 3_600_000
const MAX_AT_ONCE = 20

/**
 * Erases accounts whose cooling-off time is over, each in its own transaction: first one message is sent, then all personal data is erased.
 * Accounts with an active order or payment are erased after it has ended. Several processes share the work by row locks. Returns how many
 * were erased.
 */
export const eraseDue = async (ctx: Context): Promise<number> => {
  let erased = 0
  const failed: EraseFailed[] = []
  for (let remaining = MAX_AT_ONCE; remaining > 0; remaining -= 1) {
    try {
      const skipped = failed.map(({ userId }) => userId)
      const done = await withTransaction(ctx, (tx) => eraseNext(tx, skipped))
      if (done === null) break
      if (done === 'erased') erased += 1
    } catch (cause) {
      // An account that fails does not stop the others; the next round tries it again.
      if (!(cause instanceof EraseFailed)) throw cause
      failed.push(cause)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} accounts could not be erased`, { cause: failed[0]?.cause })
  return erased
}

class EraseFailed extends Error {
  readonly userId: number
  constructor(userId: number, cause: unknown) {
    super(`account ${userId} could not be erased`, { cause })
    this.userId = userId
  }
}

const eraseNext = async (tx: Context, skipped: readonly number[]): Promise<'announced' | 'erased' | null> => {
  const [next] = await tx.db
    .select()
    .from(accountDeletions)
    .where(
      and(
        isNull(accountDeletions.erasedAt),
        lte(accountDeletions.dueAt, new Date(tx.now())),
        skipped.length > 0 ? notInArray(accountDeletions.userId, [...skipped]) : undefined,
        isSettled(tx),
        isNext(tx)
      )
    )
    .orderBy(asc(accountDeletions.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!next) return null
  try {
    return await announceOrErase(tx, next)
  } catch (cause) {
    throw new EraseFailed(next.userId, cause)
  }
}

const announceOrErase = async (tx: Context, next: typeof accountDeletions.$inferSelect): Promise<'announced' | 'erased'> => {
  const { userId } = next
  if (next.toldAt === null) {
    await tx.db
      .update(accountDeletions)
      .set({ toldAt: new Date(tx.now()) })
      .where(eq(accountDeletions.userId, userId))
    const { contact, languageId } = await proofsOf(tx, userId)
    if (contact)
      await enqueueMessage(tx, { to: contact, template: { kind: 'deletionDone' }, locale: localeOfLanguageId(languageId), userId })
    return 'announced'
  }
  await erasePerson(tx, userId)
  return 'erased'
}

/** Condition: no active order, and no payment that a bank has not settled. */
const isSettled = (tx: Context) =>
  and(
    not(
      exists(
        tx.db
          .select({ one: sql`1` })
          .from(orders)
          .where(and(eq(orders.userId, accountDeletions.userId), notInArray(orders.status, FINAL)))
      )
    ),
    // A share of somebody else's order counts as one's own.
    not(
      exists(
        tx.db
          .select({ one: sql`1` })
          .from(orders)
          .innerJoin(orderTenders, eq(orderTenders.orderId, orders.id))
          .where(
            and(
              eq(orderTenders.payerId, accountDeletions.userId),
              inArray(orderTenders.state, ['held', 'captured']),
              notInArray(orders.status, FINAL)
            )
          )
      )
    ),
    // Things are with the supplier, or on their way back.
    not(
      exists(
        tx.db
          .select({ one: sql`1` })
          .from(bookings)
          .where(
            and(
              eq(bookings.userId, accountDeletions.userId),
              or(UNDER_WAY, and(inArray(bookings.endedFor, ['declined', 'notAgreed']), gt(bookings.returnTo, new Date(tx.now()))))
            )
          )
      )
    ),
    // Staff still have to pay withdrawn points to the account's number, which is erased then.
    not(
      exists(
        tx.db
          .select({ one: sql`1` })
          .from(pointWithdrawals)
          .where(and(eq(pointWithdrawals.userId, accountDeletions.userId), eq(pointWithdrawals.state, 'requested')))
      )
    ),
    // A company's money is paid back first.
    not(
      exists(
        tx.db
          .select({ one: sql`1` })
          .from(ledgerBalances)
          .where(and(eq(ledgerBalances.account, accountOf(accountDeletions.userId)), gt(ledgerBalances.balance, 0n)))
      )
    ),
    not(
      exists(
        tx.db
          .select({ one: sql`1` })
          .from(payments)
          .innerJoin(orderTenders, eq(orderTenders.id, payments.tenderId))
          .where(
            and(
              eq(orderTenders.payerId, accountDeletions.userId),
              sql`${payments.state} in ('created', 'registered', 'processing', 'refunding')`
            )
          )
      )
    )
  )

/** Condition: not announced yet, or the message is out (or its time is over). */
const isNext = (tx: Context) =>
  or(
    isNull(accountDeletions.toldAt),
    lte(accountDeletions.toldAt, new Date(tx.now() - MAX_MESSAGE_WAIT_MS)),
    and(
      isNotNull(accountDeletions.toldAt),
      not(
        exists(
          tx.db
            .select({ one: sql`1` })
            .from(messages)
            .where(and(eq(messages.userId, accountDeletions.userId), sql`${messages.state} in ('waiting', 'sending')`))
        )
      )
    )
  )

/** Erases all personal data of one account by the rules of personal-data.ts, in their order. */
const erasePerson = async (tx: Context, userId: number): Promise<void> => {
  const person = await identifyPerson(tx, userId)
  for (const rule of Object.values(PERSONAL_DATA)) if (typeof rule === 'function') await rule(tx, person)
  tx.afterCommit(() => evictPerson(tx.cache, userId))
}

const identifyPerson = async (tx: Context, userId: number): Promise<ErasedPerson> => {
  const [person] = await tx.db.select({ email: users.email, phone: users.phone }).from(users).where(eq(users.id, userId))
  const contacts = [person?.email, person?.phone].filter((contact) => typeof contact === 'string')
  const browsers = await tx.db.selectDistinct({ id: messages.anonymousId }).from(messages).where(eq(messages.userId, userId))
  return { userId, contacts, browsers: browsers.map(({ id }) => id).filter((id) => id !== '') }
}
