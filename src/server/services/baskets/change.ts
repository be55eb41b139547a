import { eq } from 'drizzle-orm'
import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { memberOfLine } from './group/member-of-line.ts'
import { readGroup } from './group/read-group.ts'
import { requireAllowedInGroup, requireOfGroup } from './group/rules.ts'
import { withGroup } from './group/with-group.ts'
import { deliveryPoint, requestedAddress } from './location.ts'
import { isOwnedBy, ownerOf, type Owner } from './owner.ts'
import { presentBasket } from './present.ts'
import { priceLines } from './pricing/price-lines.ts'
import { priceBasket } from './pricing/price.ts'
import { readState, type BasketState } from './state.ts'
import { writeChange, type Change } from './write-change.ts'

/** Computes the change to a basket as it was read; throws the code of a broken rule. May run again when another write came first. */
export type Plan = (tx: Context, state: BasketState, market: Snapshot) => Promise<Change> | Change

/** Counts a guest's new basket. */
export type NewBasket = (ctx: Context) => Promise<void>

interface Options {
  create?: boolean
  /** Called before a guest's new basket is written; throws when there are too many. */
  onCreate?: NewBasket | undefined
  onMissing?: () => never
  /** Products the plan needs besides those in the basket. */
  requested?: readonly number[]
  /** The line that is changed: of a group order its initiator takes from what others chose. */
  lineId?: number
  /** Location to price for; default: the person's default address. */
  location?: BasketLocation
}

/** Attempts without a lock: one statement writes the change if the version is still the one that was read. */
const UNLOCKED_ATTEMPTS = 3
const MAX_ATTEMPTS = 12

/** Repeats an attempt until no other write came first. */
const retryUntilWritten = async <T>(tryOnce: (attempt: number) => Promise<T | 'conflict'>): Promise<T> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const changed = await tryOnce(attempt)
    if (changed !== 'conflict') return changed
  }
  throw new Error(`a basket still conflicts after ${MAX_ATTEMPTS} attempts`)
}

/**
 * Changes the caller's basket and returns the new state: one query reads, one writes. Concurrent changes are never lost: the version
 * decides, and after three conflicts the basket is locked. Does nothing when there is no basket, unless `create`.
 */
export const changeBasket = async (ctx: Context, plan: Plan, options: Options = {}): Promise<Basket> => {
  const market = await ctx.directory.read()
  return retryUntilWritten((attempt) => {
    if (attempt <= UNLOCKED_ATTEMPTS) return tryChange(ctx, market, plan, options)
    return withTransaction(ctx, async (tx) => {
      await lockBasket(tx, ownerOf(tx))
      return tryChange(tx, market, plan, options)
    })
  })
}

const tryChange = async (ctx: Context, market: Snapshot, plan: Plan, options: Options): Promise<Basket | 'conflict'> => {
  const owner = ownerOf(ctx)
  const { requested = [], location = {} } = options
  const address = requestedAddress(ctx, location)
  const state = await readState(ctx.db, isOwnedBy(owner), { requested, address })
  const point = deliveryPoint(location, state.address)
  if (!state.basket && !options.create) {
    options.onMissing?.()
    return presentBasket(ctx, null)
  }
  const groupOrderId = state.basket?.groupOrderId
  const group = groupOrderId ? await readGroup(ctx.db, eq(schema.groupOrders.id, groupOrderId)) : null
  if (group)
    requireOfGroup(
      group,
      requested.flatMap((id) => state.products.get(id) ?? [])
    )
  const member = group && options.lineId !== undefined ? await memberOfLine(ctx, state, group, options.lineId) : null
  const changed = member ? await readState(ctx.db, isOwnedBy(member), { requested }) : state
  const change = await plan(ctx, changed, market)
  if (group) await requireAllowedInGroup(ctx, group, { state: changed, change, market, byInitiator: member !== null })
  if (!state.basket && ctx.actor.kind === 'guest') await options.onCreate?.(ctx)
  const after = await writeChange(ctx, member ?? owner, changed, change)
  if (!after) return 'conflict'
  // The initiator is shown everybody's lines, which are read again; a member only the own.
  const isMember = group !== null && state.basket?.type === 'member'
  const shown = isMember ? { ...after, group } : await withGroup(ctx.db, member ? state : after, address)
  const lines = await priceLines(ctx.db, shown, market)
  return presentBasket(ctx, lines && priceBasket(lines, point, ctx.now(), ctx.config))
}

/** Locks a basket for the rest of the transaction. Returns its id; null when the owner has none. */
export const lockBasket = async (tx: Context, owner: Owner): Promise<number | null> => {
  const { baskets } = schema
  const [row] = await tx.db.select({ id: baskets.id }).from(baskets).where(isOwnedBy(owner)).for('update')
  return row?.id ?? null
}

/** Changes the basket of any owner inside a larger transaction; creates it if missing. Two parallel first changes end in one basket. */
export const changeLocked = (
  tx: Context,
  owner: Owner,
  plan: (state: BasketState) => Change,
  requested: readonly number[]
): Promise<BasketState> =>
  retryUntilWritten(async () => {
    await lockBasket(tx, owner)
    const state = await readState(tx.db, isOwnedBy(owner), { requested })
    return (await writeChange(tx, owner, state, plan(state))) ?? 'conflict'
  })
