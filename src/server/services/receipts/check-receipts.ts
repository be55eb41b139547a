import { eq, sql, type SQL } from 'drizzle-orm'
import { formatAmd, toAmd } from '#domain/money.ts'
import type { FiscalService } from '#server/adapters/fiscal/port.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'

const { fiscalCalls, fiscalReceipts, fiscalRegisters } = schema

export interface ReceiptCheck {
  printed: number
  waiting: number
  differences: string[]
}

/** What the check needs; `books`: of the service, where it shows them. */
interface Checked extends Pick<Context, 'db'> {
  adapters: { fiscal: Pick<FiscalService, 'books' | 'simulated'> | null }
}

/** Condition: a tender `n` that was paid with money. Points and gift cards that nobody bought are a discount of the receipt. */
const IS_MONEY = sql.raw(`(n.gift_card_id is null or n.prepaid) and not exists (select 1 from point_uses u where u.tender_id = n.id)`)

/** Orders funded since the first cash register was entered, that have no receipt. */
const WITHOUT_RECEIPT = sql`
  select o.number from ledger_transfers t join orders o on t.cause in ('order:' || o.id || ':funded', 'order:' || o.id || ':gift-cards')
  where t.at >= (select min(created_at) from fiscal_registers)
    and (select coalesce(sum(n.amount), 0) from order_tenders n where n.order_id = o.id and n.state in ('captured', 'refunded')
      and ${IS_MONEY}) > o.tip
    and not exists (select 1 from fiscal_receipts f where f.order_id = o.id and f.kind = 'sale')
  order by o.id`

/** Orders whose receipts have another sum than the money that was taken for them. */
const OTHER_SUMS = sql`
  select * from (
    select o.number, o.id, sum(s.amount) as printed,
      (select coalesce(sum(n.amount), 0) from order_tenders n where n.order_id = o.id and n.state in ('captured', 'refunded')
        and ${IS_MONEY}) - o.tip as taken
    from orders o join fiscal_receipts s on s.order_id = o.id and s.kind = 'sale' group by o.id
  ) both_sums where printed <> taken order by id`

/** Orders with a receipt, whose returns are not what went back of their price. Money that paid for nothing came from suspense accounts. */
const OTHER_RETURNS = sql`
  select * from (
    select o.number, o.id,
      (select coalesce(sum(f.amount), 0) from fiscal_receipts f where f.order_id = o.id and f.kind = 'return') as returned,
      (select coalesce(sum(r.amount), 0) from payment_refunds r
        left join payments p on p.id = r.payment_id join order_tenders n on n.id = coalesce(r.tender_id, p.tender_id)
        where n.order_id = o.id and ${IS_MONEY} and r.sources is not null and r.sources::text not like '%"suspense:%') - o.refunded_tip as refunded
    from orders o where exists (select 1 from fiscal_receipts s where s.order_id = o.id and s.kind = 'sale')
  ) both_sums where returned <> refunded order by id`

/** Receipts of which more went back than they are about: of goods, or of gift cards. */
const TOO_MUCH_BACK = sql`
  select o.number, f.prepayment from fiscal_receipts f join orders o on o.id = f.order_id
  group by o.id, f.prepayment
  having coalesce(sum(f.amount) filter (where f.kind = 'return'), 0) > coalesce(sum(f.amount) filter (where f.kind = 'sale'), 0)
  order by o.id`

const DEAD = sql`
  select f.id, o.number, f.reason from fiscal_receipts f join orders o on o.id = f.order_id where f.state = 'dead' order by f.id`

/** Printed receipts without exactly one answered call, and calls without a printed receipt. */
const UNANSWERED = sql`
  select f.id from fiscal_receipts f
  where (f.state = 'printed') <> ((select count(*) from fiscal_calls c where c.receipt_id = f.id and c.state = 'answered') = 1)
  order by f.id`

/** Proves that each captured order has receipts of its sum and each refund returns of its own, and that every number was used once. */
export const checkReceipts = async (ctx: Checked): Promise<ReceiptCheck> => {
  const read = (query: SQL): Promise<Record<string, unknown>[]> => rowsOf(ctx.db, query)
  const money = (amount: unknown): string => formatAmd(toAmd(Number(amount)), 'en')
  const missing = (await read(WITHOUT_RECEIPT)).map(({ number }) => `order ${number} is paid and has no receipt`)
  const sums = (await read(OTHER_SUMS)).map(
    ({ number, printed, taken }) => `order ${number}: ${money(taken)} was taken, its receipts say ${money(printed)}`
  )
  const returns = (await read(OTHER_RETURNS)).map(
    ({ number, returned, refunded }) => `order ${number}: ${money(refunded)} went back, its return receipts say ${money(returned)}`
  )
  const tooMuch = (await read(TOO_MUCH_BACK)).map(
    ({ number, prepayment }) => `order ${number}: more went back of its receipt of ${prepayment ? 'gift cards' : 'goods'} than it says`
  )
  const dead = (await read(DEAD)).map(({ id, number, reason }) => `receipt ${id} of order ${number} was given up (${reason}): retry ${id}`)
  const calls = (await read(UNANSWERED)).map(
    ({ id }) => `receipt ${id} is printed without one answered number, or answered and not printed`
  )
  const counts = await ctx.db
    .select({ state: fiscalReceipts.state, count: sql<number>`count(*)::int` })
    .from(fiscalReceipts)
    .groupBy(fiscalReceipts.state)
  const count = (...states: string[]): number => counts.reduce((sum, row) => sum + (states.includes(row.state) ? row.count : 0), 0)
  const differences = [
    ...missing,
    ...sums,
    ...returns,
    ...tooMuch,
    ...dead,
    ...calls,
    ...(await checkNumbers(ctx)),
    ...(await checkBooks(ctx))
  ]
  return { printed: count('printed'), waiting: count('due', 'sent'), differences }
}

/** The numbers of a register are 1, 2, 3 … without a gap; that none is there twice, the table's key ensures. */
const checkNumbers = async ({ db }: Checked): Promise<string[]> => {
  const rows = await db
    .select({
      crn: fiscalRegisters.crn,
      seq: fiscalRegisters.seq,
      count: sql<number>`count(${fiscalCalls.seq})::int`,
      last: sql<number>`coalesce(max(${fiscalCalls.seq}), 0)`
    })
    .from(fiscalRegisters)
    .leftJoin(fiscalCalls, eq(fiscalCalls.registerId, fiscalRegisters.id))
    .groupBy(fiscalRegisters.id)
  return rows
    .filter(({ seq, count, last }) => seq !== count || seq !== last)
    .map(
      ({ crn, seq, count, last }) => `cash register ${crn}: the last number is ${seq}, but ${count} numbers up to ${last} are written down`
    )
}

/** A service that shows its books has printed exactly what the shop has. */
const checkBooks = async ({ adapters, db }: Checked): Promise<string[]> => {
  const { fiscal } = adapters
  if (!fiscal?.books) return []
  const differences: string[] = []
  for (const { id, crn } of await db
    .select()
    .from(fiscalRegisters)
    .where(eq(fiscalRegisters.simulated, fiscal.simulated ? 1 : 0))) {
    const rows = await db
      .select({ seq: fiscalCalls.seq, state: fiscalCalls.state, number: fiscalReceipts.number })
      .from(fiscalCalls)
      .innerJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalCalls.receiptId))
      .where(eq(fiscalCalls.registerId, id))
    const own = new Map(rows.map((row) => [row.seq, row]))
    const booked = new Map((await fiscal.books(crn)).map(({ seq, receiptId }) => [seq, receiptId]))
    for (const [seq, receiptId] of booked) {
      const row = own.get(seq)
      const isOpen = row?.state === 'sent' || row?.state === 'lost'
      if (!isOpen && (row?.state !== 'answered' || row.number !== receiptId))
        differences.push(`number ${seq} of cash register ${crn} is printed by the service and not here`)
    }
    for (const { seq, state } of rows)
      if (state === 'answered' && !booked.has(seq))
        differences.push(`number ${seq} of cash register ${crn} is printed here and not by the service`)
  }
  return differences
}
