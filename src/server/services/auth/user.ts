import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Profile } from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** Returns a person as they may see themselves. NO_SUCH_USER. */
export const userById = async (ctx: Context, userId: number): Promise<Profile> => {
  const { users, addresses } = schema
  const [row] = await ctx.db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      languageId: users.languageId,
      isAdult: users.isAdult,
      defaultAddressId: addresses.id,
      defaultPaymentMethodId: users.defaultPaymentMethodId,
      hasPassword: sql<boolean>`${isNotNull(users.passwordHash)}`,
      emailVerified: users.emailVerified,
      phoneVerified: users.phoneVerified,
      birthDate: users.birthDate,
      gender: users.gender,
      isCompany: sql<boolean>`${isNotNull(users.tin)}`,
      companyName: users.companyName,
      tin: users.tin
    })
    .from(users)
    .leftJoin(addresses, and(eq(addresses.userId, users.id), eq(addresses.defaultShippingAddress, true)))
    .where(eq(users.id, userId))
  if (!row) throw fail('NO_SUCH_USER')
  return { ...row, defaultAddress: row.defaultAddressId === null ? null : { id: row.defaultAddressId }, isLogged: true }
}
