import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { OptionGroup } from '#domain/basket.ts'
import type { Words } from '#domain/locale.ts'
import type { Amount } from '#domain/money.ts'
import { slot } from '#server/cache.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'

/** A group of options with the values that can be selected. */
export interface LoadedGroup extends OptionGroup {
  name: Words
  values: { id: number; name: Words; price: Amount }[]
}

/** Returns groups by id, without values that are withdrawn or sold out. */
export const loadOptionGroups = async (db: Db, ids: readonly number[]): Promise<Map<number, LoadedGroup>> => {
  if (ids.length === 0) return new Map()
  const { optionGroups, optionValues } = schema
  const rows = await db
    .select({ group: optionGroups, value: { id: optionValues.id, name: optionValues.name, price: optionValues.price } })
    .from(optionGroups)
    .innerJoin(
      optionValues,
      and(eq(optionValues.groupId, optionGroups.id), isNull(optionValues.withdrawnAt), eq(optionValues.soldOut, false))
    )
    .where(sql`${optionGroups.id} = any(${sql.param([...new Set(ids)])}::int[])`)
    .orderBy(asc(optionValues.position), asc(optionValues.id))
  const groups = new Map<number, LoadedGroup>()
  for (const { group, value } of rows) {
    const existing = groups.get(group.id)
    if (existing) existing.values.push(value)
    else groups.set(group.id, { id: group.id, name: group.name, min: group.min, max: group.max, type: group.type, values: [value] })
  }
  return groups
}

const GROUPS = slot<Map<number, LoadedGroup>>('option groups')
const MAX_GROUPS = 5_000

/** Returns the same groups from the cache of the catalogue's snapshot. For display and validation only, not for charging. */
export const cachedOptionGroups = async (db: Db, market: Snapshot, ids: readonly number[]): Promise<Map<number, LoadedGroup>> => {
  if (ids.length === 0) return new Map()
  const cached = market.cache.get(GROUPS, () => new Map())
  const missing = ids.filter((id) => !cached.has(id))
  if (missing.length === 0) return cached
  const loaded = await loadOptionGroups(db, missing)
  for (const id of ids) {
    const group = cached.get(id)
    if (group) loaded.set(id, group)
  }
  if (cached.size + loaded.size > MAX_GROUPS) cached.clear()
  for (const [id, group] of loaded) cached.set(id, group)
  return loaded
}
