import { sql } from 'drizzle-orm'
import type { Basket, BasketPlace } from '#contract/baskets/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { pricedState } from './load.ts'
import { isOwnedBy, ownerOf, type BasketRow, type Owner } from './owner.ts'
import { presentBasket } from './present.ts'
import { priceBasket } from './price.ts'
import { readState, type BasketState } from './state.ts'
import { addressOf, pointOf } from './where.ts'
import { writeChange, type Change } from './write-change.ts'

/** Locks the basket by counting its version up, in one statement; null when the owner has none. Only inside a transaction. */
export const lockBasket = async (ctx: Context, owner: Owner): Promise<BasketRow | null> => {
  const { baskets } = schema
  const [row] = await ctx.db
    .update(baskets)
    .set({ version: sql`${baskets.version} + 1`, updatedAt: new Date(ctx.now()) })
    .where(isOwnedBy(owner))
    .returning()
  return row ?? null
}

/** The same, making the basket when there is none; two first additions at once end in one basket. */
export const lockOrCreateBasket = async (ctx: Context, owner: Owner): Promise<BasketRow> => {
  const { baskets } = schema
  const existing = await lockBasket(ctx, owner)
  if (existing) return existing
  const [row] = await ctx.db
    .insert(baskets)
    .values({ ...owner, updatedAt: new Date(ctx.now()) })
    .onConflictDoUpdate({
      target: 'userId' in owner ? baskets.userId : baskets.anonymousId,
      set: { version: sql`${baskets.version} + 1` }
    })
    .returning()
  if (!row) throw new Error('a basket that was just written is gone')
  return row
}

/** What a change makes of a basket as it was read; throws the code of a rule broken. May be asked again, when somebody was quicker. */
export type Plan = (tx: Context, state: BasketState, market: Snapshot) => Promise<Change> | Change

interface Options {
  create?: boolean
  whenMissing?: () => never
  /** Products the plan needs beside those in the basket. */
  wanted?: readonly number[]
  /** Where it is to be priced for; the person's default address when nothing is said. */
  place?: BasketPlace
}

/** So often it is tried without a lock: one statement writes what was planned if the version is still the one that was read. */
const UNLOCKED_TRIES = 3
const TRIES = 12

/**
 * Changes the caller's basket and answers it as it is then: one trip reads, one writes. Nothing is lost to a change at the same moment: the
 * version decides, and after three defeats the basket is locked. Nothing happens when there is none, unless `create`.
 */
export const changeBasket = async (ctx: Context, plan: Plan, options: Options = {}): Promise<Basket> => {
  const market = await ctx.directory.read()
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const changed =
      attempt <= UNLOCKED_TRIES ? await changeOnce(ctx, market, plan, options) : await changeLocked(ctx, market, plan, options)
    if (changed !== 'outrun') return changed
  }
  throw new Error('a basket was changed by others all the time')
}

const changeLocked = (ctx: Context, market: Snapshot, plan: Plan, options: Options): Promise<Basket | 'outrun'> =>
  withTransaction(ctx, async (tx) => {
    const { baskets } = schema
    await tx.db
      .select({ id: baskets.id })
      .from(baskets)
      .where(isOwnedBy(ownerOf(tx)))
      .for('update')
    return changeOnce(tx, market, plan, options)
  })

const changeOnce = async (ctx: Context, market: Snapshot, plan: Plan, options: Options): Promise<Basket | 'outrun'> => {
  const owner = ownerOf(ctx)
  const { wanted = [], place = {} } = options
  const state = await readState(ctx.db, isOwnedBy(owner), { wanted, address: addressOf(ctx, place) })
  const point = pointOf(place, state.address)
  if (!state.basket && !options.create) {
    options.whenMissing?.()
    return presentBasket(ctx, null)
  }
  const written = await writeChange(ctx, owner, state, await plan(ctx, state, market))
  if (!written) return 'outrun'
  const loaded = await pricedState(ctx.db, written, market)
  return presentBasket(ctx, loaded && priceBasket(loaded, point, ctx.now(), ctx.config))
}
