import type { Basket, BasketEntry, BasketItem, Slot } from '#contract/baskets/calls.ts'

/** A line of a basket as the API answers it; 1,000 AMD a piece unless told. */
export const item = (change: Partial<BasketItem> = {}): BasketItem => ({
  id: 1,
  modus: 0,
  productId: 10,
  productName: 'Tolma',
  name: 'Tolma',
  orderNumber: '1-PLAIN',
  picture: '🍲',
  price: 1000,
  totalPrice: 1000,
  baseTotalPrice: 1000,
  quantity: 1,
  unitId: 1,
  minimumPurchase: 1,
  stock: null,
  availability: 'ok',
  userId: 1,
  sessionId: 's',
  gifts: [],
  selectedOptions: [],
  ...change
})

export const entry = (change: Partial<BasketEntry> = {}): BasketEntry => ({
  supplier: { id: 1, name: 'Always Open', alias: 'always-open', kind: 'restaurant', hue: 15, pictures: [] },
  branchId: 11,
  branchPoint: { lat: 40.18, lng: 44.51 },
  open: { status: 0, changesAt: null, reason: null, closesSoon: false },
  items: [item()],
  itemsPrice: 1000,
  deliveryPrice: 400,
  packingPrice: 100,
  packing: { modus: 1, name: 'Packing', totalPrice: 100 },
  minimum: 0,
  missingToMinimum: 0,
  missingToFree: null,
  minutesFrom: 35,
  minutesTo: 45,
  pickup: null,
  otherMode: null,
  outOfArea: false,
  ...change
})

export const basket = (entries: BasketEntry[] = [entry()], change: Partial<Basket> = {}): Basket => ({
  id: 5,
  version: 3,
  type: 'user',
  status: entries.length > 0 ? 'fill' : 'empty',
  sessionId: 's',
  basketList: { type: 'user', sessionBaskets: [{ userId: 1, sessionId: 's', entries }] },
  orderMode: { orderMode: 1, branchId: null, supplierId: null },
  walletType: 0,
  itemsCount: 1,
  isOverloaded: false,
  voucher: null,
  voucherDiscount: 0,
  suggestedProducts: [],
  basePrice: 1000,
  discount: 0,
  totalPrice: 1000,
  totalPacking: 100,
  deliveryPrice: { total: 400, isEstimate: false },
  totalServiceFee: 150,
  orderPrice: 1650,
  ...change
})

/** Half an hour from a time on Saturday 21/11/2026, or another day. */
export const slot = (time: string, date = '2026-11-21'): Slot => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const end = hours * 60 + minutes + 30
  const two = (value: number): string => String(value).padStart(2, '0')
  return { date, time, from: `${date}T${time}:00+04:00`, to: `${date}T${two(Math.floor(end / 60))}:${two(end % 60)}:00+04:00` }
}
