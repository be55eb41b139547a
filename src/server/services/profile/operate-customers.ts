import { and, eq, isNull, or } from 'drizzle-orm'
import { CUSTOMER_GROUPS, USER_CLASS, type CustomerGroup, type UserClass } from '#domain/enums.ts'
import { isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BadWords, requireEnd } from '#server/services/core/bad-words.ts'

const { users } = schema
type UserRow = typeof users.$inferSelect
type Verb = (ctx: Context, contact: string | undefined, words: readonly string[]) => Promise<string[]>

const CLASSES: Readonly<Record<string, UserClass>> = { standard: USER_CLASS.STANDARD, vip: USER_CLASS.VIP }
const NO_GROUP = 'none'

/** People with a phone or mail address: a person, and companies that use the same. */
const peopleAt = async (ctx: Context, word: string | undefined): Promise<[UserRow, ...UserRow[]]> => {
  const contact = word === undefined ? null : isEmail(word) ? normalizeEmail(word) : normalizePhone(word)
  if (contact === null) throw new BadWords(`CONTACT is a phone number or an e-mail address, not "${word ?? ''}"`)
  const [first, ...others] = await ctx.db
    .select()
    .from(users)
    .where(and(or(eq(users.email, contact), eq(users.phone, contact)), isNull(users.deactivatedAt)))
    .orderBy(users.id)
  if (!first) throw new BadWords(`nobody has an account with ${contact}`)
  return [first, ...others]
}

const describe = ({ id, firstName, companyName, userClass, customerGroup }: UserRow): string =>
  `${id}  ${companyName ?? firstName}  ${userClass === USER_CLASS.VIP ? 'vip' : 'standard'}  group ${customerGroup ?? NO_GROUP}`

const change = async (
  ctx: Context,
  contact: string | undefined,
  to: Partial<Pick<UserRow, 'userClass' | 'customerGroup'>>
): Promise<string[]> => {
  const lines: string[] = []
  for (const { id } of await peopleAt(ctx, contact)) {
    const [changed] = await ctx.db.update(users).set(to).where(eq(users.id, id)).returning()
    if (changed) lines.push(describe(changed))
  }
  return lines
}

const VERBS: Readonly<Record<string, Verb>> = {
  show: async (ctx, contact, words) => {
    requireEnd(words)
    return (await peopleAt(ctx, contact)).map(describe)
  },
  class: async (ctx, contact, [word = '', ...rest]) => {
    requireEnd(rest)
    const userClass = CLASSES[word]
    if (userClass === undefined) throw new BadWords(`CLASS is standard or vip, not "${word}"`)
    return change(ctx, contact, { userClass })
  },
  group: async (ctx, contact, [word = '', ...rest]) => {
    requireEnd(rest)
    const customerGroup = CUSTOMER_GROUPS.find((group: CustomerGroup) => group === word) ?? null
    if (customerGroup === null && word !== NO_GROUP)
      throw new BadWords(`GROUP is ${CUSTOMER_GROUPS.join(', ')} or ${NO_GROUP}, not "${word}"`)
    return change(ctx, contact, { customerGroup })
  }
}

/** Class and group of customers, by the words of `npm run staff`. Returns lines for display. Throws BadWords. */
export const operateCustomers = async (ctx: Context, [verb = '', contact, ...words]: readonly string[]): Promise<string[]> => {
  const operate = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!operate) throw new BadWords(`there is no verb "${verb}"; there are: ${Object.keys(VERBS).join(', ')}`)
  return operate(ctx, contact, words)
}
