import { sql, type SQL } from 'drizzle-orm'
import { ORDER_MODE } from '#domain/enums.ts'
import { GROUP_ORDER_STATUS } from '#domain/orders/group-order.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { ADVISORY_LOCK } from '#server/db/advisory-locks.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { schema } from '#server/db/schema.ts'
import type { VoucherUse } from '#server/services/vouchers/require-use.ts'
import { EVENTS_CHANNEL, eventPayload } from '#server/services/events/record-order-event.ts'

type New<Table extends 'orders' | 'orderParts' | 'orderItems' | 'orderTenders'> = (typeof schema)[Table]['$inferInsert']

/** An order to insert: its parts by supplier, its items by the supplier of their part. */
export interface OrderToWrite {
  order: New<'orders'>
  parts: Omit<New<'orderParts'>, 'orderId'>[]
  items: (Omit<New<'orderItems'>, 'orderId' | 'partId'> & { supplierId: number })[]
  /** Tenders that cover the order's total. */
  tenders: Omit<New<'orderTenders'>, 'orderId'>[]
  /** The bank whose page is to take the tender's money: its payment begins with the order; null when none, or none yet. */
  bank: string | null
  /** The voucher that it uses, and by whose contacts. */
  use: VoucherUse | null
  /** The idempotency key of the request. */
  key: string
  /** Baskets stay as they are: until everybody has paid a share of this group order, or because nothing of one was ordered. */
  keepsBaskets: boolean
}

const ORDER =
  sql.raw(`"userId" int, "groupOrderId" int, "basketId" int, status int2, steps jsonb, "orderMode" int2, "paymentId" int2, "payBefore" timestamptz, address jsonb, "pickupCode" text,
  "deliveryNow" bool, "deliveryFrom" timestamptz, "deliveryTo" timestamptz, "customerComment" text, cutlery bool, "isGift" bool, greeting text, "runOut" text, "basePrice" int8, discount int8,
  "itemsPrice" int8, "packingPrice" int8, "deliveryPrice" int8, "serviceFee" int8, "voucherCode" text, voucher int8, "voucherFunder" text, tip int8, total int8, "nextStepAt" timestamptz, "createdAt" timestamptz`)
const PART = sql.raw(
  `"supplierId" int, "branchId" int, status int2, "itemsPrice" int8, "packingPrice" int8, "deliveryPrice" int8, commission int, voucher int8,
  "voucherDelivery" int8`
)
const ITEM =
  sql.raw(`"supplierId" int, "productId" int, name jsonb, picture text, "unitId" int2, quantity int, "unitPrice" int8, "baseUnitPrice" int8,
  "totalPrice" int8, pairs bool, options jsonb, gifts jsonb, voucher int8, "stockTaken" bool, "admissionAt" timestamptz, "runOut" text, "userId" int`)

const TENDER = sql.raw(`"payerId" int, "methodId" int2, amount int8, "createdAt" timestamptz`)

/** The initiator's basket was shown with the sum of all versions, so its own goes on from there. */
const groupVersionOf = (group: number | null): SQL =>
  sql`(select sum(o.version)::int from baskets o where o.group_order_id = ${group}::int)`

/** Ids of the rules of rewards that run on a day. */
const runningRules = (day: string): SQL =>
  sql`(select coalesce(jsonb_agg(w.id order by w.id), '[]') from reward_rules w where w.active and ${day}::date between w.starts_on and w.ends_on)`

/**
 * Writes order, parts, items, tenders, payment and event, empties the basket (of a group order everybody's, and finishes it) and stores the order under the key: one statement, the last of
 * checkout. The person's lock is acquired before the event gets its id (see recordOrderEvent).
 */
export const writeOrder = async (
  tx: Context,
  { order, parts, items, tenders, bank, use, key, keepsBaskets }: OrderToWrite
): Promise<{ id: number; number: string }> => {
  const at = new Date(tx.now()).toISOString()
  const { date: today } = yerevan(tx.now())
  const [group, collecting] = keepsBaskets ? [null, order.groupOrderId ?? null] : [order.groupOrderId ?? null, null]
  const basketId = keepsBaskets ? null : order.basketId
  const payload = eventPayload(tx, { status: order.status, number: '', paidAt: null, refundedAt: null, refundedAmount: 0 })
  const [row] = await rowsOf<{ id: number; number: string }>(
    tx.db,
    sql`with o as (
        insert into orders (user_id, group_order_id, basket_id, status, steps, order_mode, payment_id, pay_before, address, pickup_code, delivery_now, delivery_from, delivery_to,
          customer_comment, cutlery, is_gift, greeting, run_out, base_price, discount, items_price, packing_price, delivery_price, service_fee, voucher_code, voucher, voucher_funder, tip, total, next_step_at, created_at, reward_rules)
        select r.*, ${runningRules(today)} from json_to_record(${JSON.stringify(order)}::json) as r (${ORDER}) returning id, number),
      p as (
        insert into order_parts (order_id, supplier_id, branch_id, status, items_price, packing_price, delivery_price, commission, voucher,
          voucher_delivery)
        select o.id, r.* from o, json_to_recordset(${JSON.stringify(parts)}::json) as r (${PART}) returning id, supplier_id),
      i as (
        insert into order_items (order_id, part_id, product_id, name, picture, unit_id, quantity, unit_price, base_unit_price, total_price, pairs, options, gifts,
          voucher, stock_taken, admission_at, run_out, user_id)
        select o.id, p.id, r."productId", r.name, r.picture, r."unitId", r.quantity, r."unitPrice", r."baseUnitPrice", r."totalPrice", r.pairs, r.options, r.gifts,
          r.voucher, r."stockTaken", r."admissionAt", r."runOut", r."userId"
        from o, rows from (json_to_recordset(${JSON.stringify(items)}::json) as (${ITEM})) with ordinality as r
          join p on p.supplier_id = r."supplierId"
        order by r.ordinality),
      t as (
        insert into order_tenders (order_id, payer_id, method_id, amount, created_at)
        select o.id, r.* from o, json_to_recordset(${JSON.stringify(tenders)}::json) as r (${TENDER}) returning id, order_id, amount, created_at),
      y as (
        insert into payments (order_id, tender_id, provider, bank_number, amount, state, checked_at, created_at)
        select o.id, t.id, ${bank}::text, o.number || '-1', t.amount, 'created', t.created_at, t.created_at
        from o join t on t.order_id = o.id where ${bank}::text is not null),
      taken as (
        update baskets set voucher_code = null, order_mode = ${ORDER_MODE.DELIVERY}::int2, branch_id = null, supplier_id = null,
          group_order_id = null, type = 'user', version = case when type = 'initiator' then ${groupVersionOf(group)} else version end
        where group_order_id = ${group}::int
          or (id = ${basketId}::int and (voucher_code is not null or order_mode <> ${ORDER_MODE.DELIVERY}::int2))),
      finished as (
        update group_orders set status = ${GROUP_ORDER_STATUS.FINISHED}::int2, updated_at = ${at}::timestamptz
        where id = ${group}::int),
      collecting as (
        update group_orders set collecting_since = ${at}::timestamptz, updated_at = ${at}::timestamptz where id = ${collecting}::int),
      emptied as (
        delete from basket_items where basket_id = ${basketId}::int
          or basket_id in (select id from baskets where group_order_id = ${group}::int)),
      u as (
        insert into voucher_uses (order_id, code, user_id, contacts)
        select o.id, ${use?.code ?? null}::text, ${order.userId}::int, ${JSON.stringify(use?.contacts ?? [])}::jsonb from o
        where ${use?.code ?? null}::text is not null),
      k as (update idempotency_keys set order_id = o.id from o where key = ${key}::text),
      l as materialized (select pg_advisory_xact_lock(${ADVISORY_LOCK.eventsOfPerson}::int, ${order.userId}::int)::text as locked, pg_notify(${EVENTS_CHANNEL}::text, '')),
      e as (
        insert into events (kind, user_id, order_id, payload, created_at)
        select 'order.placed', ${order.userId}::int, o.id, ${JSON.stringify(payload)}::jsonb || jsonb_build_object('orderNumber', o.number),
          ${at}::timestamptz
        from o, l where l.locked is not null)
    select id, number from o`
  )
  if (!row) throw new Error('the inserted order was not found')
  return row
}
