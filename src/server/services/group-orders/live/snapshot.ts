import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { GroupOrderEvent } from '#contract/group-orders/calls.ts'
import { groupStateOf, type GroupOrderState, type GroupOrderStatus } from '#domain/orders/group-order.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Db } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'

/** What a stream compares: the state of a group order, where and when it is to come, what staff look into while everybody pays, and of each member whether they are ready, the version of their basket, and the share. */
export interface GroupSnapshot {
  state: GroupOrderState
  delivery: string
  pausedFor: string | null
  members: Map<number, SnapshotMember>
}

interface SnapshotMember {
  userId: number
  ready: boolean
  version: number
  /** While everybody pays: the amounts of their tenders and their states, and the last attempt to pay; '' otherwise. */
  share: string
  isPaid: boolean
}

interface Row {
  id: number
  status: GroupOrderStatus
  locked: boolean
  collecting: boolean
  expired: boolean
  delivery: string
  paused_for: string | null
  member_id: number | null
  user_id: number
  ready: boolean
  version: number | null
  share: string | null
  paid: boolean | null
}

/** Reads several group orders at one moment, in one query. */
export const readSnapshots = async (db: Db, ids: readonly number[]): Promise<Map<number, GroupSnapshot>> => {
  const rows = await rowsOf<Row>(
    db,
    sql`select g.id, g.status, g.locked_at is not null as locked, g.collecting_since is not null as collecting, g.expired,
        concat_ws(' ', g.address_id, g.delivery_from) as delivery, w.paused_for, m.id as member_id,
        m.user_id, m.ready, b.version, s.share, s.paid
      from group_orders g left join group_members m on m.group_order_id = g.id
        left join baskets b on b.user_id = m.user_id and b.group_order_id = g.id
        left join lateral (
          select string_agg(concat_ws(':', t.amount, t.state, p.state), ',' order by t.id) as share, bool_and(t.state = 'captured') as paid
          from orders o join order_tenders t on t.order_id = o.id and t.state <> 'released'
            left join lateral (select y.state from payments y where y.tender_id = t.id order by y.id desc limit 1) p on true
          where o.group_order_id = g.id and o.status = ${ORDER_STATUS.NEW_NOT_PAID}::int2 and t.payer_id = m.user_id
        ) s on g.collecting_since is not null
        left join orders w on w.group_order_id = g.id and w.status = ${ORDER_STATUS.NEW_NOT_PAID}::int2 and g.collecting_since is not null
      where g.id = any(${sql.param(ids)}::int[]) order by g.id, m.id`
  )
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofGroup]) => [
      id,
      {
        state: stateOf(ofGroup),
        delivery: ofGroup[0]?.delivery ?? '',
        pausedFor: ofGroup[0]?.paused_for ?? null,
        members: new Map(
          ofGroup.flatMap(({ member_id: memberId, user_id: userId, ready, version, share, paid }) =>
            memberId === null
              ? []
              : [[memberId, { userId, ready, version: version ?? 0, share: share ?? '', isPaid: paid ?? false }] as const]
          )
        )
      }
    ])
  )
}

const stateOf = ([first]: readonly Row[]): GroupOrderState =>
  first
    ? groupStateOf({
        status: first.status,
        lockedAt: first.locked ? new Date(0) : null,
        collectingSince: first.collecting ? new Date(0) : null,
        expired: first.expired
      })
    : 'cancelled'

/** Names a snapshot: the same for the same content, in any process. */
export const nameOfSnapshot = ({ state, delivery, pausedFor, members }: GroupSnapshot): string =>
  createHash('sha1')
    .update(JSON.stringify([state, delivery, pausedFor, ...members]))
    .digest('base64url')
    .slice(0, 16)

/** What happened between two snapshots. Closing the list and leaving change versions of baskets, which is no choice of anybody's. */
export const eventsBetween = (before: GroupSnapshot, now: GroupSnapshot): GroupOrderEvent[] => {
  const stateEvents = before.state === now.state ? [] : [{ type: STATE_EVENTS[now.state], memberId: null }]
  const left = [...before.members.keys()].filter((id) => !now.members.has(id)).map((memberId) => ({ type: 'left' as const, memberId }))
  const isSame = before.delivery === now.delivery && before.pausedFor === now.pausedFor
  const moved = isSame ? [] : [{ type: 'changed' as const, memberId: null }]
  const isQuiet = before.state === now.state && left.length === 0
  const others = [...now.members].flatMap(([memberId, member]): GroupOrderEvent[] => {
    const earlier = before.members.get(memberId)
    if (!earlier) return [{ type: 'joined', memberId }]
    if (now.state === 'collecting' && before.state === now.state && earlier.share !== member.share)
      return [{ type: member.isPaid && !earlier.isPaid ? 'paid' : 'share', memberId }]
    if (earlier.ready !== member.ready) return [{ type: member.ready ? 'ready' : 'choosing', memberId }]
    return earlier.version !== member.version && isQuiet ? [{ type: 'item', memberId }] : []
  })
  return [...stateEvents, ...moved, ...left, ...others]
}

const STATE_EVENTS = {
  open: 'unlocked',
  locked: 'locked',
  collecting: 'collecting',
  placed: 'placed',
  cancelled: 'cancelled',
  expired: 'expired'
} as const satisfies Record<GroupOrderState, GroupOrderEvent['type']>
