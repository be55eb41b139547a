import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { AccountExport } from '#contract/account/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { groupStateOf } from '#domain/orders/group-order.ts'
import { toAmd } from '#domain/money.ts'
import { topUpNumber } from '#domain/rewards/corporate-wallet.ts'
import { WALLET_TYPE, type WalletType } from '#domain/rewards/wallet-entry.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Origin } from '#server/services/auth/device.ts'
import { readAlerts } from '#server/services/alerts/list-alerts.ts'
import { requireProof } from '#server/services/auth/fresh-proof.ts'
import { countLimit } from '#server/services/core/rate-limit.ts'
import { userById } from '#server/services/auth/user.ts'
import { readBookings } from '#server/services/bookings/present-booking.ts'
import { listCards } from '#server/services/cards/list-cards.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { listTickets } from '#server/services/lottery/list-tickets.ts'
import { listAdmissions } from '#server/services/orders/admissions/list-admissions.ts'
import { orderDetails } from '#server/services/orders/details.ts'
import { listBoughtCards } from '#server/services/orders/gift-cards/given-cards.ts'
import { OF_GOODS } from '#server/services/orders/order-row.ts'
import { methodOf } from '#server/services/payments/methods.ts'
import { numberOf } from '#server/services/applications/application-number.ts'
import { readAddresses } from '#server/services/profile/address.ts'
import { listIdentities } from '#server/services/sign-in/identities.ts'
import { listFreeDeliveries } from '#server/services/wallet/free-deliveries.ts'

const HOUR = 3_600
const MAX_BOOKINGS = 10_000
const {
  applications,
  bookings,
  users,
  orders,
  orderReviews,
  orderTenders,
  walletEntries,
  walletTopUps,
  giftCards,
  favourites,
  groupMembers,
  groupOrders,
  suppliers,
  products,
  notifications,
  notificationSettings,
  messages,
  pushSubscriptions,
  sessions
} = schema
const iso = (at: Date): string => toIso(at.getTime())
const isoOrNull = (at: Date | null): string | null => at && iso(at)

/**
 * Returns all data stored about the caller and nothing about anybody else: every part is queried by the caller's own id. TOO_MANY_REQUESTS
 * with `retryAfter` above an hourly limit, because this is the most expensive call. PROOF_REQUIRED: an access token alone reads nobody's
 * history.
 */
export const exportData = async (ctx: Context, from: Origin): Promise<AccountExport> => {
  const { userId } = requireUser(ctx)
  await requireProof(ctx, from)
  const retryAfter = await countLimit(ctx, { key: `export:person ${userId}`, seconds: HOUR, max: ctx.config.ACCOUNT_EXPORTS_HOUR })
  if (retryAfter !== null) throw fail('TOO_MANY_REQUESTS', { vars: { retryAfter }, data: { retryAfter } })
  const [person] = await ctx.db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  if (!person) throw fail('NO_SUCH_USER')
  return {
    exportedAt: toIso(ctx.now()),
    profile: { ...(await userById(ctx, userId)), createdAt: iso(person.createdAt) },
    signIns: await listIdentities(ctx),
    addresses: await readAddresses(ctx, userId),
    cards: (await listCards(ctx)).map(({ brand, lastFour, expiry }) => ({ brand, lastFour, expiry })),
    orders: await ownOrders(ctx, userId),
    bookings: await readBookings(ctx, eq(bookings.userId, userId), MAX_BOOKINGS),
    favourites: await ownFavourites(ctx, userId),
    alerts: await readAlerts(ctx, userId),
    applications: await ownApplications(ctx, userId),
    reviews: await ownReviews(ctx, userId),
    groupOrders: await ownGroupOrders(ctx, userId),
    shares: await ownShares(ctx, userId),
    tickets: await ownTickets(ctx),
    freeDeliveries: await listFreeDeliveries(ctx),
    points: await ownEntries(ctx, userId, WALLET_TYPE.PERSONAL),
    corporateWallet: await ownEntries(ctx, userId, WALLET_TYPE.CORPORATE),
    topUps: await ownTopUps(ctx, userId),
    admissions: await listAdmissions(ctx),
    giftCards: await ownGiftCards(ctx, userId),
    boughtGiftCards: await listBoughtCards(ctx),
    ...(await ownMessages(ctx, userId)),
    sessions: await ownSessions(ctx, userId)
  }
}

const ownOrders = async (ctx: Context, userId: number): Promise<AccountExport['orders']> => {
  const numbers = await ctx.db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.userId, userId), OF_GOODS))
    .orderBy(desc(orders.id))
  const details: AccountExport['orders'] = []
  for (const { number } of numbers) details.push(withoutPeople(await orderDetails(ctx, number)))
  return details
}

/** In a group order the lines name whoever chose them, who is somebody else. */
const withoutPeople = (order: OrderDetails): OrderDetails => ({
  ...order,
  parts: order.parts.map((part) => ({ ...part, items: part.items.map(({ person: _, ...item }) => item) }))
})

const ownApplications = async (ctx: Context, userId: number): Promise<AccountExport['applications']> => {
  const rows = await ctx.db.select().from(applications).where(eq(applications.userId, userId)).orderBy(asc(applications.id))
  return rows.map(({ id, kind, fields, phone, email, state, answer, createdAt }) => ({
    ...{ number: numberOf(id), kind, fields, phone, email, state, answer },
    writtenAt: iso(createdAt)
  }))
}

const ownReviews = async (ctx: Context, userId: number): Promise<AccountExport['reviews']> => {
  const rows = await ctx.db
    .select({
      orderNumber: orders.number,
      supplier: suppliers.name,
      stars: orderReviews.stars,
      answers: orderReviews.answers,
      text: orderReviews.comment,
      author: orderReviews.author,
      answer: orderReviews.answer,
      writtenAt: orderReviews.createdAt
    })
    .from(orderReviews)
    .innerJoin(orders, eq(orders.id, orderReviews.orderId))
    .innerJoin(suppliers, eq(suppliers.id, orderReviews.supplierId))
    .where(eq(orderReviews.userId, userId))
    .orderBy(asc(orderReviews.id))
  return rows.map(({ supplier, writtenAt, ...review }) => ({ ...review, supplier: supplier[ctx.locale], writtenAt: iso(writtenAt) }))
}

const ownGroupOrders = async (ctx: Context, userId: number): Promise<AccountExport['groupOrders']> => {
  const rows = await ctx.db
    .select({ group: groupOrders, supplier: suppliers.name, name: groupMembers.name, joinedAt: groupMembers.joinedAt })
    .from(groupMembers)
    .innerJoin(groupOrders, eq(groupOrders.id, groupMembers.groupOrderId))
    .innerJoin(suppliers, eq(suppliers.id, groupOrders.supplierId))
    .where(eq(groupMembers.userId, userId))
    .orderBy(asc(groupMembers.id))
  return rows.map(({ group, supplier, name, joinedAt }) => ({
    supplier: supplier[ctx.locale],
    name,
    state: groupStateOf(group),
    joinedAt: iso(joinedAt)
  }))
}

const ownShares = async (ctx: Context, userId: number): Promise<AccountExport['shares']> => {
  const { id, amount, methodId, state, createdAt } = orderTenders
  const rows = await ctx.db
    .select({ orderNumber: orders.number, amount, methodId, state, createdAt })
    .from(orderTenders)
    .innerJoin(orders, and(eq(orders.id, orderTenders.orderId), ne(orders.userId, userId)))
    .where(eq(orderTenders.payerId, userId))
    .orderBy(asc(id))
  return rows.map((row) => ({
    orderNumber: row.orderNumber,
    amount: toAmd(row.amount),
    method: methodOf(row.methodId).key,
    state: row.state,
    at: iso(row.createdAt)
  }))
}

const ownTickets = async (ctx: Context): Promise<AccountExport['tickets']> =>
  (await listTickets(ctx)).flatMap(({ title, tickets }) =>
    tickets.map(({ number, order, at, state }) => ({ number, lottery: title, orderNumber: order.orderNumber, state, at }))
  )

const ownEntries = async (ctx: Context, userId: number, walletType: WalletType): Promise<AccountExport['points']> => {
  const { id, type, amount, orderId, createdAt } = walletEntries
  const rows = await ctx.db
    .select({ type, amount, orderNumber: orders.number, createdAt })
    .from(walletEntries)
    .leftJoin(orders, eq(orders.id, orderId))
    .where(and(eq(walletEntries.userId, userId), eq(walletEntries.walletType, walletType)))
    .orderBy(asc(id))
  return rows.map((row) => ({ type: row.type, amount: toAmd(row.amount), orderNumber: row.orderNumber, at: iso(row.createdAt) }))
}

const ownTopUps = async (ctx: Context, userId: number): Promise<AccountExport['topUps']> => {
  const rows = await ctx.db.select().from(walletTopUps).where(eq(walletTopUps.userId, userId)).orderBy(asc(walletTopUps.id))
  return rows.map(({ id, amount, received, companyName, tin, createdAt }) => ({
    ...{ number: topUpNumber(id), amount: toAmd(amount), received: toAmd(received), companyName, tin, at: iso(createdAt) }
  }))
}

const ownGiftCards = async (ctx: Context, userId: number): Promise<AccountExport['giftCards']> => {
  const rows = await ctx.db.select().from(giftCards).where(eq(giftCards.ownerId, userId)).orderBy(asc(giftCards.id))
  return rows.map(({ lastFour, value, balance, message, expiresAt, activatedAt }) => ({
    ...{ code: lastFour, value: toAmd(value), balance: toAmd(balance), message },
    ...{ expiresAt: iso(expiresAt), activatedAt: isoOrNull(activatedAt) }
  }))
}

const ownFavourites = async (ctx: Context, userId: number): Promise<AccountExport['favourites']> => {
  const rows = await ctx.db
    .select({
      productId: products.id,
      product: products.name,
      supplierId: suppliers.id,
      supplier: suppliers.name,
      at: favourites.createdAt
    })
    .from(favourites)
    .leftJoin(products, eq(products.id, favourites.productId))
    .leftJoin(suppliers, eq(suppliers.id, favourites.supplierId))
    .where(eq(favourites.userId, userId))
    .orderBy(asc(favourites.id))
  return rows.map(({ productId, product, supplierId, supplier, at }) => ({
    type: productId === null ? 'supplier' : 'article',
    id: productId ?? supplierId ?? 0,
    name: (product ?? supplier)?.[ctx.locale] ?? '',
    addedAt: iso(at)
  }))
}

type Messages = Pick<AccountExport, 'notifications' | 'notificationSettings' | 'messages' | 'pushSubscriptions'>

const ownMessages = async (ctx: Context, userId: number): Promise<Messages> => {
  const notificationRows = await ctx.db.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(desc(notifications.id))
  const settings = await ctx.db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  const sent = await ctx.db.select().from(messages).where(eq(messages.userId, userId)).orderBy(desc(messages.id))
  const browsers = await ctx.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  return {
    notifications: notificationRows.map(({ kind, subject, createdAt, readAt }) => ({
      kind,
      subject,
      at: iso(createdAt),
      readAt: isoOrNull(readAt)
    })),
    notificationSettings: settings.map(({ topic, channels }) => ({ topic, channels })),
    // Codes that still work are left out of the file.
    messages: sent.map(({ channel, recipient, subject, body, secret, createdAt }) => ({
      channel,
      recipient,
      subject: secret ? '' : subject,
      text: secret ? '' : body,
      at: iso(createdAt)
    })),
    pushSubscriptions: browsers.map(({ endpoint, createdAt }) => ({ endpoint, since: iso(createdAt) }))
  }
}

const ownSessions = async (ctx: Context, userId: number): Promise<AccountExport['sessions']> => {
  const rows = await ctx.db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.lastUsedAt))
  return rows.map(({ userAgent, createdAt, lastUsedAt, endedAt }) => ({
    device: userAgent,
    signedInAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    endedAt: isoOrNull(endedAt)
  }))
}
