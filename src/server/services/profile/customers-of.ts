import { inArray } from 'drizzle-orm'
import { USER_CLASS, type CustomerGroup } from '#domain/enums.ts'
import { isForSome, type RewardRule } from '#domain/rewards/rule.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** What staff say of a customer. */
export interface Customer {
  vip: boolean
  group: CustomerGroup | null
}
export const NOBODY: Customer = { vip: false, group: null }

/** Class and group of people, by id, where one of some rules asks for them; nobody is in it otherwise. */
export const customersOf = async (
  { db }: Pick<Context, 'db'>,
  rules: readonly Pick<RewardRule, 'vip' | 'groups'>[],
  ids: readonly number[]
): Promise<Map<number, Customer>> => {
  const { users } = schema
  if (ids.length === 0 || !rules.some(isForSome)) return new Map()
  const rows = await db
    .select({ id: users.id, userClass: users.userClass, group: users.customerGroup })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map(({ id, userClass, group }) => [id, { vip: userClass === USER_CLASS.VIP, group }]))
}
