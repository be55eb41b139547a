import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { OptionGroup } from '#domain/basket.ts'
import type { Words } from '#domain/locale.ts'
import type { Amount } from '#domain/money.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'

/** A group of choices with what can still be chosen. */
export interface LoadedGroup extends OptionGroup {
  name: Words
  values: { id: number; name: Words; price: Amount }[]
}

/** Groups by id; withdrawn values are left out. */
export const loadOptionGroups = async (db: Db, ids: readonly number[]): Promise<Map<number, LoadedGroup>> => {
  if (ids.length === 0) return new Map()
  const { optionGroups, optionValues } = schema
  const rows = await db
    .select({ group: optionGroups, value: { id: optionValues.id, name: optionValues.name, price: optionValues.price } })
    .from(optionGroups)
    .innerJoin(optionValues, and(eq(optionValues.groupId, optionGroups.id), isNull(optionValues.withdrawnAt)))
    .where(inArray(optionGroups.id, [...new Set(ids)]))
    .orderBy(asc(optionValues.position), asc(optionValues.id))
  const groups = new Map<number, LoadedGroup>()
  for (const { group, value } of rows) {
    const known = groups.get(group.id)
    if (known) known.values.push(value)
    else groups.set(group.id, { id: group.id, name: group.name, min: group.min, max: group.max, type: group.type, values: [value] })
  }
  return groups
}
