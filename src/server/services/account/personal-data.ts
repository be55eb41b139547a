import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { GROUP_ORDER_STATUS } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { OrderAddress } from '#server/db/schema/trade.ts'
import { endGroup } from '#server/services/baskets/group/lock-group.ts'
import { leaveGiftCards } from '#server/services/gift-cards/leave.ts'
import { loseAllPoints } from '#server/services/wallet/expire-points.ts'
import { leaveCards } from '#server/services/payments/cards/unbind-left.ts'

/** Whose data to erase: the account, its contacts, and the browsers known to be theirs. */
export interface ErasedPerson {
  userId: number
  contacts: string[]
  browsers: string[]
}

type Erase = (tx: Context, person: ErasedPerson) => Promise<unknown>
type Tables = { [K in keyof typeof schema as (typeof schema)[K] extends PgTable ? K : never]: (typeof schema)[K] }
type Row<T extends PgTable> = T['$inferSelect']
/** What happens to each column of a table whose rows stay; a new column without a rule does not compile. */
type Columns<T extends PgTable> = { [C in keyof Row<T>]: 'retained' | { becomes: Row<T>[C] } }

/** The table holds no personal data. */
const NOT_PERSONAL = 'nobody'

const blanks = <T extends PgTable>(columns: Columns<T>): Partial<Row<T>> =>
  Object.fromEntries(
    Object.entries<'retained' | { becomes: unknown }>(columns).flatMap(([name, rule]) =>
      rule === 'retained' ? [] : [[name, rule.becomes]]
    )
  ) as Partial<Row<T>>

const USER: Columns<Tables['users']> = {
  id: 'retained',
  firstName: { becomes: '' },
  lastName: { becomes: '' },
  email: { becomes: null },
  phone: { becomes: null },
  emailVerified: { becomes: false },
  phoneVerified: { becomes: false },
  passwordHash: { becomes: null },
  languageId: 'retained',
  isAdult: { becomes: null },
  birthDate: { becomes: null },
  gender: { becomes: null },
  userClass: 'retained',
  customerGroup: { becomes: null },
  companyName: { becomes: null },
  tin: { becomes: null },
  defaultPaymentMethodId: 'retained',
  promotionalInfo: { becomes: false },
  deactivatedAt: 'retained',
  createdAt: 'retained'
}

/** Tax law requires what was sold, when and for how much, but not to whom. The town stays, the street address is erased. */
const BLANK_ADDRESS: Omit<OrderAddress, 'city'> = {
  title: '',
  line: '',
  lat: 0,
  lng: 0,
  entrance: '',
  floor: 0,
  apartment: '',
  doorCode: '',
  comment: '',
  phone: ''
}

const deleteOwn =
  <T extends PgTable>(table: T, column: Parameters<typeof eq>[0]): Erase =>
  (tx, { userId }) =>
    tx.db.delete(table).where(eq(column, userId))

/**
 * Every table and what happens to a person's rows in it, in order of execution. A table that is missing here does not compile, and a test
 * searches all text of the database for an erased person.
 */
export const PERSONAL_DATA: { [K in keyof Tables]: typeof NOT_PERSONAL | Erase } = {
  pushSubscriptions: deleteOwn(schema.pushSubscriptions, schema.pushSubscriptions.userId),
  refreshTokens: (tx, { userId }) =>
    tx.db
      .delete(schema.refreshTokens)
      .where(
        inArray(
          schema.refreshTokens.sessionId,
          tx.db.select({ id: schema.sessions.id }).from(schema.sessions).where(eq(schema.sessions.userId, userId))
        )
      ),
  sessions: deleteOwn(schema.sessions, schema.sessions.userId),
  socialIdentities: deleteOwn(schema.socialIdentities, schema.socialIdentities.userId),
  signInAttempts: (tx, { userId, contacts }) =>
    tx.db
      .delete(schema.signInAttempts)
      .where(or(eq(schema.signInAttempts.userId, userId), inArray(sql`${schema.signInAttempts.pending}->>'email'`, some(contacts)))),
  pins: (tx, { userId, contacts }) =>
    tx.db.delete(schema.pins).where(or(inArray(schema.pins.contact, some(contacts)), eq(schema.pins.asker, `user ${userId}`))),
  passwordResets: (tx, { contacts }) => tx.db.delete(schema.passwordResets).where(inArray(schema.passwordResets.email, some(contacts))),
  rateLimits: async (tx, { contacts, browsers }) => {
    for (const name of [...contacts, ...browsers])
      await tx.db.delete(schema.rateLimits).where(sql`position(${name} in ${schema.rateLimits.key}) > 0`)
  },
  addresses: deleteOwn(schema.addresses, schema.addresses.userId),
  alerts: deleteOwn(schema.alerts, schema.alerts.userId),
  favourites: deleteOwn(schema.favourites, schema.favourites.userId),
  notifications: deleteOwn(schema.notifications, schema.notifications.userId),
  notificationSettings: deleteOwn(schema.notificationSettings, schema.notificationSettings.userId),
  // A company may share the contact and keeps its own messages.
  messages: (tx, { userId, contacts }) =>
    tx.db
      .delete(schema.messages)
      .where(
        or(eq(schema.messages.userId, userId), and(isNull(schema.messages.userId), inArray(schema.messages.recipient, some(contacts))))
      ),
  basketItems: (tx, { userId, browsers }) =>
    tx.db
      .delete(schema.basketItems)
      .where(or(eq(schema.basketItems.userId, userId), inArray(schema.basketItems.sessionId, some(browsers)))),
  baskets: (tx, { userId, browsers }) =>
    tx.db.delete(schema.baskets).where(or(eq(schema.baskets.userId, userId), inArray(schema.baskets.anonymousId, some(browsers)))),
  orders: (tx, { userId }) =>
    tx.db
      .update(schema.orders)
      .set({
        address: sql`${JSON.stringify(BLANK_ADDRESS)}::jsonb || jsonb_build_object('city', ${schema.orders.address}->'city')`,
        customerComment: '',
        greeting: '',
        pausedFor: null,
        pausedAt: null,
        pickupCode: null,
        shareToken: null
      })
      .where(eq(schema.orders.userId, userId)),
  bookings: (tx, { userId }) =>
    tx.db
      .update(schema.bookings)
      .set({
        address: sql`${JSON.stringify(BLANK_ADDRESS)}::jsonb || jsonb_build_object('city', ${schema.bookings.address}->'city')`,
        customerComment: '',
        endedWords: ''
      })
      .where(eq(schema.bookings.userId, userId)),
  users: (tx, { userId }) =>
    tx.db
      .update(schema.users)
      .set({ ...blanks<Tables['users']>(USER), deactivatedAt: new Date(tx.now()) })
      .where(eq(schema.users.id, userId)),
  accountDeletions: (tx, { userId }) =>
    tx.db
      .update(schema.accountDeletions)
      .set({ erasedAt: new Date(tx.now()) })
      .where(eq(schema.accountDeletions.userId, userId)),
  // The banks end the bindings later, under names that lead to nobody.
  boundCards: (tx, { userId }) => leaveCards(tx, userId),
  cardUnbindings: NOT_PERSONAL,
  payments: (tx, { userId }) =>
    tx.db
      .update(schema.payments)
      .set({ clientId: null })
      .where(
        inArray(schema.payments.orderId, tx.db.select({ id: schema.orders.id }).from(schema.orders).where(eq(schema.orders.userId, userId)))
      ),
  // Lines, amounts and bank references of orders that no longer name a person.
  orderParts: NOT_PERSONAL,
  orderItems: NOT_PERSONAL,
  // Stars stay in the averages; words and name go.
  applications: (tx, { userId, contacts }) => {
    const { applications: rows } = schema
    const theirs = or(eq(rows.userId, userId), inArray(rows.phone, some(contacts)), inArray(rows.email, some(contacts)))
    return tx.db.delete(rows).where(theirs)
  },
  orderReviews: (tx, { userId }) =>
    tx.db.update(schema.orderReviews).set({ author: '', comment: '' }).where(eq(schema.orderReviews.userId, userId)),
  // What came of it stays with the order; words go.
  claimPhotos: deleteOwn(schema.claimPhotos, schema.claimPhotos.userId),
  orderReplacements: NOT_PERSONAL,
  orderClaims: (tx, { userId }) => tx.db.update(schema.orderClaims).set({ comment: '' }).where(eq(schema.orderClaims.userId, userId)),
  supplierRatings: NOT_PERSONAL,
  // The payer's account is blanked, so a payment for somebody else's order is anonymous too.
  orderTenders: NOT_PERSONAL,
  // Points cannot be spent any more; what became of them stays in the books, of nobody.
  pointLots: (tx, { userId }) => loseAllPoints(tx, userId),
  giftCardPhotos: deleteOwn(schema.giftCardPhotos, schema.giftCardPhotos.userId),
  giftCards: (tx, { userId, contacts }) => leaveGiftCards(tx, userId, contacts),
  giftCardEntries: NOT_PERSONAL,
  pointUses: NOT_PERSONAL,
  walletEntries: NOT_PERSONAL,
  pointWithdrawals: (tx, { userId }) =>
    tx.db.update(schema.pointWithdrawals).set({ account: '' }).where(eq(schema.pointWithdrawals.userId, userId)),
  // A company may carry its owner's name.
  walletTopUps: (tx, { userId }) =>
    tx.db.update(schema.walletTopUps).set({ companyName: '', tin: '' }).where(eq(schema.walletTopUps.userId, userId)),
  rewardRules: NOT_PERSONAL,
  // A prize stays in the books of its gift card.
  admissions: deleteOwn(schema.admissions, schema.admissions.userId),
  lotteryTickets: deleteOwn(schema.lotteryTickets, schema.lotteryTickets.userId),
  lotteryDraws: NOT_PERSONAL,
  paymentRefunds: NOT_PERSONAL,
  payouts: NOT_PERSONAL,
  bankTransfers: NOT_PERSONAL,
  // A company may carry its owner's name.
  orderInvoices: (tx, { userId }) =>
    tx.db
      .update(schema.orderInvoices)
      .set({ companyName: '', tin: '' })
      .where(
        inArray(
          schema.orderInvoices.orderId,
          tx.db.select({ id: schema.orders.id }).from(schema.orders).where(eq(schema.orders.userId, userId))
        )
      ),
  // The books of the state have them; the tax id is a company's, and no other name is in them.
  fiscalRegisters: NOT_PERSONAL,
  fiscalReceipts: (tx, { userId }) =>
    tx.db
      .update(schema.fiscalReceipts)
      .set({ content: sql`jsonb_set(${schema.fiscalReceipts.content}, '{tin}', 'null')` })
      .where(
        and(
          eq(schema.fiscalReceipts.kind, 'sale'),
          eq(schema.fiscalReceipts.state, 'printed'),
          inArray(
            schema.fiscalReceipts.orderId,
            tx.db.select({ id: schema.orders.id }).from(schema.orders).where(eq(schema.orders.userId, userId))
          )
        )
      ),
  fiscalCalls: NOT_PERSONAL,
  // Accounts are named by ids; the law keeps books.
  ledgerTransfers: NOT_PERSONAL,
  ledgerEntries: NOT_PERSONAL,
  ledgerBalances: NOT_PERSONAL,
  ledgerChecks: NOT_PERSONAL,
  idempotencyKeys: NOT_PERSONAL,
  events: NOT_PERSONAL,
  // Those that are still open end with their initiator.
  groupOrders: async (tx, { userId }) => {
    const { groupOrders } = schema
    const open = await tx.db
      .select({ id: groupOrders.id })
      .from(groupOrders)
      .where(and(eq(groupOrders.initiatorId, userId), eq(groupOrders.status, GROUP_ORDER_STATUS.OPEN)))
    for (const { id } of open) await endGroup(tx, id, { expired: false })
  },
  // A member leaves those of others that are open; who was in one that has ended stays countable, without a name.
  groupMembers: async (tx, { userId }) => {
    const { groupMembers, groupOrders } = schema
    const open = tx.db.select({ id: groupOrders.id }).from(groupOrders).where(eq(groupOrders.status, GROUP_ORDER_STATUS.OPEN))
    await tx.db.delete(groupMembers).where(and(eq(groupMembers.userId, userId), inArray(groupMembers.groupOrderId, open)))
    await tx.db.update(groupMembers).set({ name: '' }).where(eq(groupMembers.userId, userId))
  },
  // Imported with the market: authors of these reviews have no account here.
  reviews: NOT_PERSONAL,
  settings: NOT_PERSONAL,
  cities: NOT_PERSONAL,
  categories: NOT_PERSONAL,
  brands: NOT_PERSONAL,
  suppliers: NOT_PERSONAL,
  branches: NOT_PERSONAL,
  supplierCategories: NOT_PERSONAL,
  departments: NOT_PERSONAL,
  optionGroups: NOT_PERSONAL,
  optionValues: NOT_PERSONAL,
  products: NOT_PERSONAL,
  homeBlocks: NOT_PERSONAL,
  currencyRates: NOT_PERSONAL,
  vouchers: deleteOwn(schema.vouchers, schema.vouchers.ownerId),
  // A person who registers anew is still known by hashes of contacts, which lead to nobody without the key.
  voucherUses: NOT_PERSONAL,
  voucherReturns: NOT_PERSONAL,
  properties: NOT_PERSONAL,
  catalogs: NOT_PERSONAL,
  marketImports: NOT_PERSONAL
}

/** `in ()` is invalid SQL; no contact is empty, so '' matches nothing. */
const some = (values: string[]): string[] => (values.length > 0 ? values : [''])
