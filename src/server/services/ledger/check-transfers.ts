import { sql } from 'drizzle-orm'
import { ORDER_MODE, TIP_MODE } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { MAX_DIFFERENCES, type Difference } from './difference.ts'

/** What the market adds to an order `o`; whether its tenders `t` paid it. Where a voucher leaves nothing to pay there are none. */
const OF_MARKET = `case when o.voucher_funder = 'market' then o.voucher else 0 end`
const IS_PAID = '(case when o.total = 0 then o.paid_at is not null else t.paid >= o.total end)'

/**
 * What the shop's own tables say of money: each of these is one transfer of this size. A transfer of one of these kinds without such a fact
 * is a difference too.
 */
const FACTS = sql.raw(`
  select 'payment:' || id || ':captured' as cause, captured_amount as size from payments where captured_amount > 0
  union all
  select 'tender:' || t.id || ':received', t.amount from order_tenders t
  where t.state in ('captured', 'refunded') and t.amount > 0
    and not exists (select 1 from payments p where p.tender_id = t.id and p.captured_amount > 0)
    and not exists (select 1 from bank_transfers b where b.tender_id = t.id)
    and t.gift_card_id is null and not exists (select 1 from wallet_entries w where w.tender_id = t.id)
    and not exists (select 1 from point_uses u where u.tender_id = t.id)
  union all
  select 'tender:' || tender_id || ':spent', sum(amount)::int8 from point_uses group by tender_id
  union all
  select 'tender:' || tender_id || ':spent', -sum(amount)::int8 from gift_card_entries where event = 'spent' group by tender_id
  union all
  select 'tender:' || tender_id || ':spent', -amount from wallet_entries where wallet_type = ${WALLET_TYPE.CORPORATE} and tender_id is not null and amount < 0
  union all
  select 'wallet-entry:' || id || ':topped-up', amount from wallet_entries where wallet_type = ${WALLET_TYPE.CORPORATE} and reason ->> 'why' = 'toppedUp'
  union all
  select 'wallet-entry:' || id || ':emptied', -amount from wallet_entries where wallet_type = ${WALLET_TYPE.CORPORATE} and reason ->> 'why' = 'emptied'
  union all
  select 'gift-card:' || id || ':issued', value from gift_cards where issued_by <> ''
  union all
  select 'gift-card:' || id || ':sold', value from gift_cards where sold_at is not null
  union all
  select 'gift-card:' || id || ':withdrawn', value from gift_cards where withdrawn_at is not null
  union all
  select 'gift-card-entry:' || id || ':returned', amount from gift_card_entries where event = 'lowered'
  union all
  select 'gift-card-entry:' || id || ':expired', -amount from gift_card_entries where event = 'expired' and amount < 0
  union all
  select 'withdrawal:' || id, amount from point_withdrawals
  union all
  select 'withdrawal:' || id || ':paid', amount - tax from point_withdrawals where state = 'paid' and amount > tax
  union all
  select 'wallet-entry:' || id || ':returned', amount from wallet_entries where reason ->> 'why' = 'lowered'
  union all
  select 'lot:' || id || ':earned', amount from point_lots where amount > 0 and rule_id is not null
  union all
  select 'wallet-entry:' || id || ':lost', -amount from wallet_entries where wallet_type = ${WALLET_TYPE.PERSONAL} and type = 'recalculation' and amount < 0
  union all
  select 'transfer:' || id || ':received', amount from bank_transfers
  union all
  select 'order:' || o.id || ':funded', o.total + ${OF_MARKET} from orders o
  left join (select order_id, sum(amount) as paid from order_tenders where state in ('captured', 'refunded') group by order_id) t on t.order_id = o.id
  where ${IS_PAID} and o.total + ${OF_MARKET} > 0 and o.order_mode not in (${ORDER_MODE.ELECTRONIC}, ${TIP_MODE})
  union all
  select 'order:' || o.id || ':gift-cards', o.total from orders o
  join (select order_id, sum(amount) as paid from order_tenders where state in ('captured', 'refunded') group by order_id) t on t.order_id = o.id
  where t.paid >= o.total and o.total > 0 and o.order_mode = ${ORDER_MODE.ELECTRONIC}
  union all
  select 'order:' || o.id || ':tip', o.total from orders o
  join (select order_id, sum(amount) as paid from order_tenders where state in ('captured', 'refunded') group by order_id) t on t.order_id = o.id
  where t.paid >= o.total and o.total > 0 and o.order_mode = ${TIP_MODE}
  union all
  select 'order:' || o.id || ':delivered', o.tip - o.refunded_tip from orders o
  where o.tip > o.refunded_tip and o.steps @> '[{"status": ${ORDER_STATUS.COMPLETELY_DELIVERED}}]'
  union all
  select 'order:' || o.id || ':voucher', o.voucher from orders o
  left join (select order_id, sum(amount) as paid from order_tenders where state in ('captured', 'refunded') group by order_id) t on t.order_id = o.id
  where ${IS_PAID} and ${OF_MARKET} > 0
  union all
  select 'voucher:' || id || ':returned', amount from voucher_returns where amount > 0
  union all
  select 'refund:' || id, amount from payment_refunds where amount > 0
  union all
  select 'refund:' || id || ':sent', amount from payment_refunds where refunded_at is not null and payment_id is not null and amount > 0
  union all
  select 'payout:' || id, amount from payouts where state = 'done' and amount > 0`)

const KINDS = sql.raw(
  `'payment.captured', 'door.received', 'bank.received', 'order.funded', 'order.refunded', 'receivable.refunded', 'refund.sent', 'paid-out', 'payout.as-points', 'payout.to-wallet', 'voucher.funded', 'voucher.returned',
  'own.spent', 'own.returned', 'points.earned', 'points.lost', 'points.withdrawn', 'wallet.topped-up', 'wallet.emptied', 'gift-card.issued', 'gift-card.sold', 'gift-card.withdrawn', 'order.delivered', 'tip.given', 'gift-card.expired'`
)

interface Row {
  cause: string
  fact: number | null
  posted: number | null
  off: number | null
  entries: number
}

/** Proves that every transfer is zero, and that transfers and the money in the shop's tables are the same. One scan of the entries. */
export const checkTransfers = async ({ db }: Pick<Context, 'db'>): Promise<{ entries: number; differences: Difference[] }> => {
  const rows = await rowsOf<Row>(
    db,
    sql`with moved as (
        select transfer_id as id, count(*)::int8 as entries, sum(amount)::int8 as off, sum(case when amount > 0 then amount else 0 end)::int8 as size
        from ledger_entries group by transfer_id),
      posted as (
        select t.cause, t.kind in (${KINDS}) as expected, coalesce(m.off, 0) as off, coalesce(m.size, 0) as size, coalesce(m.entries, 0) as entries
        from ledger_transfers t left join moved m on m.id = t.id),
      facts as (${FACTS}),
      compared as (
        select coalesce(p.cause, f.cause) as cause, f.size::int8 as fact, p.size as posted, coalesce(p.off, 0) as off, coalesce(p.entries, 0) as entries,
          coalesce(p.off, 0) <> 0 or (p.expected is not false and p.size is distinct from f.size::int8) as differs
        from posted p full join facts f on f.cause = p.cause)
      (select cause, fact, posted, off, 0 as entries from compared where differs order by cause limit ${MAX_DIFFERENCES})
      union all select '', null, null, null, sum(entries)::int8 from compared`
  )
  const total = rows.find(({ cause }) => cause === '')
  return { entries: total?.entries ?? 0, differences: rows.flatMap((row) => (row.cause === '' ? [] : [differenceOf(row)])) }
}

const differenceOf = ({ cause, fact, posted, off }: Row): Difference => {
  if (off) return { kind: 'unbalanced', cause, amount: off }
  if (posted === null) return { kind: 'not-posted', cause, amount: fact ?? 0 }
  if (fact === null) return { kind: 'without-fact', cause, amount: posted }
  return { kind: 'other-amount', cause, amount: posted, expected: fact }
}
