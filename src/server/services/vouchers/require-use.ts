import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ORDER_MODE, TIP_MODE, USER_CLASS, type CustomerGroup, type UserClass } from '#domain/enums.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import { keysOf } from '#server/services/core/keys.ts'
import { requireAllowed } from './allowed-methods.ts'

/** A voucher that an order uses, and hashes of the person's contacts. */
export interface VoucherUse {
  code: string
  contacts: string[]
}

interface Standing {
  first_order: boolean
  vip: boolean
  groups: CustomerGroup[]
  per_person: number | null
  in_all: number | null
  user_class: UserClass
  customer_group: CustomerGroup | null
  email: string | null
  phone: string | null
  ordered: boolean
}

interface Uses {
  in_all: number
  own: number
  others: number
}

/**
 * Requires that a person may use a voucher (VOUCHER_NOT_ALLOWED, VOUCHER_USED, PROMO_ALREADY_USED). Its row stays locked until the
 * transaction ends, so that the last use goes to one order.
 */
export const requireVoucher = async (tx: Context, code: string, userId: number, orderPhone: string): Promise<VoucherUse> => {
  const [may] = await rowsOf<Standing>(
    tx.db,
    sql`select v.first_order, v.vip, v.groups, v.per_person, v.in_all, u.user_class, u.customer_group, u.email, u.phone,
        exists (select 1 from orders o where o.user_id = u.id and o.status <> ${ORDER_STATUS.CANCELLED}::int
          and o.order_mode not in (${ORDER_MODE.ELECTRONIC}::int, ${TIP_MODE}::int)) as ordered
      from vouchers v join users u on u.id = ${userId}::int
      where v.code = ${code}::text and (v.owner_id is null or v.owner_id = u.id) for update of v`
  )
  if (!may) throw fail('VOUCHER_NOT_FOUND', { field: 'promoCode' })
  if (!isForCustomer(may) || (may.first_order && may.ordered)) throw fail('VOUCHER_NOT_ALLOWED', { field: 'promoCode' })
  const contacts = await hashesOf(tx, [may.email, may.phone, orderPhone])
  // A statement of its own sees what was committed while this one waited for the lock.
  const [uses] = await rowsOf<Uses>(
    tx.db,
    sql`select count(*)::int as in_all, count(*) filter (where user_id = ${userId}::int)::int as own,
        count(*) filter (where user_id <> ${userId}::int and contacts ?| array(select jsonb_array_elements_text(${JSON.stringify(contacts)}::jsonb)))::int as others
      from voucher_uses where code = ${code}::text`
  )
  const { in_all: inAll, own, others } = uses ?? { in_all: 0, own: 0, others: 0 }
  if ((may.in_all !== null && inAll >= may.in_all) || (may.per_person !== null && own >= may.per_person))
    throw fail('VOUCHER_USED', { field: 'promoCode' })
  if (may.per_person !== null && own + others >= may.per_person) throw fail('PROMO_ALREADY_USED', { field: 'promoCode' })
  return { code, contacts }
}

const isForCustomer = ({ vip, groups, user_class: userClass, customer_group: group }: Standing): boolean =>
  (!vip || userClass === USER_CLASS.VIP) && (groups.length === 0 || (group !== null && groups.includes(group)))

/** The same for the voucher of a basket that is ordered; null without one. */
export const requireUse = async (
  tx: Context,
  { applied }: PricedBasket,
  { userId, phone, methodId }: { userId: number; phone: string; methodId: number }
): Promise<VoucherUse | null> => {
  if (!applied) return null
  const { code, methods } = applied.voucher
  requireAllowed(methods, methodId)
  return requireVoucher(tx, code, userId, phone)
}

const hashesOf = async (ctx: Context, contacts: readonly (string | null)[]): Promise<string[]> => {
  const { voucher } = await keysOf(ctx)
  const known = new Set(contacts.flatMap((contact) => (contact ? [contact.toLowerCase()] : [])))
  return [...known].map((contact) => createHmac('sha256', voucher).update(contact).digest('base64url'))
}
