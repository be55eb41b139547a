import type { Basket, BasketEntry, BasketItem, SessionBasket, Totals } from '#contract/baskets/calls.ts'
import type { PackingLine, VoucherLine } from '#contract/baskets/lines.ts'
import { lineBasePrice, linePrice, type BasketTotals } from '#domain/basket.ts'
import { ITEM_MODUS, ORDER_MODE } from '#domain/enums.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import { formatMoment } from '#domain/time/date-format.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { Context } from '#server/context.ts'
import { MASK } from '#server/services/catalogue/product-card.ts'
import { openStateOf } from '#server/services/catalogue/supplier-card.ts'
import { ownShareOf } from './group/shares-by-member.ts'
import { itemsPriceOf, type Line } from './pricing/price-lines.ts'
import { isOverloaded } from '#server/services/catalogue/overload.ts'
import { sessionIdOf } from './owner.ts'
import type { AppliedVoucher } from './pricing/apply-voucher.ts'
import { modeOf, type PricedBasket, type PricedEntry } from './pricing/price.ts'

/** Formats the totals of a basket or order for the wire. */
export const presentTotals = (totals: BasketTotals, isEstimate: boolean): Totals => ({
  basePrice: toAmd(totals.basePrice),
  discount: toAmd(totals.discount),
  totalPrice: toAmd(totals.items),
  totalPacking: toAmd(totals.packing),
  deliveryPrice: { total: toAmd(totals.delivery), isEstimate },
  totalServiceFee: toAmd(totals.serviceFee),
  voucherDiscount: toAmd(totals.voucher),
  orderPrice: toAmd(totals.total)
})

/** Counts pieces; a weighed line counts as one. */
export const countItems = (lines: readonly { quantity: number; weighed: boolean }[]): number =>
  lines.reduce((sum, { quantity, weighed }) => sum + (weighed ? 1 : quantity), 0)

/** Formats a basket for the API; null means the caller has none yet. Suggestions have their own call, so that reading a basket stays cheap. */
export const presentBasket = (ctx: Context, basket: PricedBasket | null): Basket => {
  const sessionId = sessionIdOf(ctx)
  const entries = basket?.entries ?? []
  const filled = entries.length > 0
  const type = basket?.basket.type ?? 'user'
  return {
    ...presentTotals(basket ? totalsFor(basket) : NOTHING, basket?.isEstimate ?? true),
    id: basket?.basket.id ?? 0,
    ...presentShare(basket && ownShareOf(basket)),
    ...(basket?.group?.state === 'collecting' && { isBeingPaid: true as const }),
    version: basket?.basket.version ?? 1,
    type,
    status: filled ? 'fill' : 'empty',
    sessionId,
    basketList: { type, sessionBaskets: basket && filled ? sessionBasketsOf(ctx, basket, sessionId) : [] },
    orderMode: {
      orderMode: basket ? modeOf(basket) : ORDER_MODE.DELIVERY,
      branchId: basket?.basket.branchId ?? null,
      supplierId: basket?.basket.supplierId ?? null
    },
    walletType: basket?.basket.walletType === 1 ? 1 : 0,
    itemsCount: countItems(basket?.lines ?? []),
    isOverloaded: isOverloaded(ctx, null) || entries.some(({ supplier }) => isOverloaded(ctx, supplier.overload)),
    voucher: basket?.applied ? presentVoucher(ctx, basket.applied) : null,
    suggestedProducts: []
  }
}

const presentShare = (share: Amount | null): { ownShare?: number } => (share === null ? {} : { ownShare: toAmd(share) })

/** A member of a group order sees what the own goods cost: delivery and fees are the initiator's. */
const totalsFor = ({ basket, totals }: PricedBasket): BasketTotals =>
  basket.type === 'member' ? { ...totals, packing: 0, delivery: 0, serviceFee: 0, voucher: 0, total: totals.items } : totals

/** One entry a person: the caller's own, and for the initiator of a group order everybody's who chose something. */
const sessionBasketsOf = (ctx: Context, { basket, entries, group }: PricedBasket, sessionId: string): SessionBasket[] => {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const isMember = basket.type === 'member'
  if (!group || isMember)
    return [{ userId, sessionId, entries: entries.map((entry) => ({ ...presentEntry(ctx, entry, sessionId), ...(isMember && NO_COSTS) })) }]
  return group.members.flatMap(({ id, userId: memberId, name }) => {
    const isOwn = memberId === userId
    const session = isOwn ? sessionId : `member-${id}`
    const ownEntries = entries.flatMap((entry): BasketEntry[] => {
      const lines = entry.lines.filter((line) => line.userId === memberId)
      if (lines.length === 0 && !isOwn) return []
      const shown = presentEntry(ctx, { ...entry, lines }, session)
      return [isOwn ? shown : { ...shown, ...NO_COSTS, itemsPrice: toAmd(itemsPriceOf(lines)) }]
    })
    return ownEntries.length > 0 ? [{ userId: memberId, sessionId: session, name, entries: ownEntries }] : []
  })
}

const NO_COSTS = { deliveryPrice: 0, packingPrice: 0, packing: null, minimum: 0, missingToMinimum: 0, missingToFree: null, otherMode: null }

const NOTHING: BasketTotals = { basePrice: 0, discount: 0, items: 0, packing: 0, delivery: 0, serviceFee: 0, voucher: 0, total: 0 }

const presentVoucher = ({ locale }: Context, applied: AppliedVoucher): VoucherLine => ({
  modus: ITEM_MODUS.VOUCHER,
  code: applied.voucher.code,
  name: applied.voucher.title[locale],
  totalPrice: toAmd(-applied.amount),
  problem: applied.problem,
  minimum: toAmd(applied.voucher.minimum)
})

/** `amount` in hundredths of a dram. */
export const packingLine = ({ locale }: Pick<Context, 'locale'>, amount: number): PackingLine | null =>
  amount === 0 ? null : { modus: ITEM_MODUS.PACKING_COST, name: getTranslator(locale)('basket:totals.packing'), totalPrice: toAmd(amount) }

const presentEntry = (ctx: Context, entry: PricedEntry, sessionId: string): BasketEntry => {
  const { supplier, branch, zone, itemsPrice, minimum, otherMode } = entry
  return {
    supplier: {
      id: supplier.id,
      name: supplier.name[ctx.locale],
      alias: supplier.alias,
      kind: supplier.kind,
      hue: supplier.hue,
      pictures: supplier.pictures
    },
    branchId: branch.id,
    branchPoint: { lat: branch.lat, lng: branch.lng },
    open: openStateOf(branch.schedule, ctx.now()),
    items: entry.lines.map((line) => presentLine(ctx, line, sessionId)),
    itemsPrice: toAmd(itemsPrice),
    deliveryPrice: toAmd(entry.delivery),
    packingPrice: toAmd(entry.packing + entry.paperBag),
    packing: packingLine(ctx, entry.packing + entry.paperBag),
    minimum: toAmd(minimum),
    missingToMinimum: toAmd(Math.max(0, minimum - itemsPrice)),
    missingToFree: zone.freeFrom === null || entry.freeDelivery ? null : toAmd(Math.max(0, zone.freeFrom - itemsPrice)),
    minutesFrom: entry.window.from,
    minutesTo: entry.window.to,
    pickup: entry.pickup ? { address: branch.address[ctx.locale], phone: branch.phone } : null,
    otherMode: otherMode && { price: toAmd(otherMode.price), minutesFrom: otherMode.window.from, minutesTo: otherMode.window.to },
    outOfArea: entry.outOfArea,
    ...(supplier.branches.every(({ withdrawnAt }) => withdrawnAt !== null) ? { withdrawn: true } : {})
  }
}

/** Products for adults are masked for callers whose age is not confirmed, also when they are in the basket already. */
const presentLine = ({ locale, isAdult }: Context, line: Line, sessionId: string): BasketItem => {
  const masked = line.adult && !isAdult
  const productName = masked ? MASK.name : line.name[locale]
  const admissionAt = line.admissionAt === null ? null : toIso(line.admissionAt)
  const details = [admissionAt && formatMoment(admissionAt), ...line.options.map(({ name }) => !masked && name[locale])].filter(Boolean)
  return {
    id: line.id,
    modus: ITEM_MODUS.ARTICLE,
    productId: line.productId,
    productName,
    ...(admissionAt && { admissionAt }),
    name: details.length > 0 ? `${productName} (${details.join(', ')})` : productName,
    orderNumber: `${line.supplierId}-${line.code}`,
    picture: masked ? MASK.picture : line.picture,
    price: toAmd(line.unitPrice),
    totalPrice: toAmd(linePrice(line)),
    baseTotalPrice: toAmd(lineBasePrice(line)),
    ...(line.pairs && { pairs: true }),
    ...(line.freeDelivery && { freeDelivery: true }),
    ...(line.points === 'labelled' && { usePoints: true }),
    ...(line.tiers.length > 0 && { tiers: line.tiers.map((tier) => ({ ...tier, price: toAmd(tier.price) })) }),
    quantity: line.quantity,
    unitId: line.unitId,
    minimumPurchase: line.minimum,
    stock: line.stock,
    availability: line.availability,
    userId: line.userId,
    sessionId,
    gifts: masked ? [] : line.gifts.map((gift) => gift[locale]),
    selectedOptions: line.options.map(({ id, group, name, price }) => ({
      id,
      group: masked ? '' : group[locale],
      name: masked ? '' : name[locale],
      price: toAmd(price)
    }))
  }
}
