import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, type Call } from '#client/call.ts'
import type { CodeType } from '#contract/codes.ts'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import { newPerson, untilAnswered, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { readWhenQuiet, type GroupBooks } from './group-books.ts'

export interface GroupCrashPlan {
  groups: number
  people: number
  atOnce: number
  /** How many at any moment; or each kind of call broken off so many milliseconds after it began, once for each of these. */
  kills: number | readonly number[]
}

/** A shop that is killed, and who hears what is asked of it. */
interface KilledShop {
  url: () => string
  /** Called when a call begins. */
  begun: (step: string) => void
}

/** A restaurant of the test market that is always open, and a dish of its menu. */
const SUPPLIER = 1
const DISH = 'PLAIN'

/** How a group order is to end: everybody pays (also after a refusal, or without coming back), one is left out, or it is cancelled. */
const COURSES = ['all', 'refused', 'closed', 'left out', 'cancelled'] as const
type Course = (typeof COURSES)[number]

export interface GroupCrashRun extends GroupBooks {
  kills: number
  /** Kills during which groups were under way. */
  inFlight: number
  /** Kinds of calls that were broken off. */
  steps: number
  courses: { course: Course; state: GroupOrderInfo['state'] }[]
}

/** Whether every group order ended as it should, and the books agree. */
export const hasHeld = ({ courses, faults, placed, bank, ledger, orders }: GroupCrashRun, { groups }: GroupCrashPlan): boolean =>
  courses.length === groups &&
  courses.every(({ course, state }) => state === (course === 'cancelled' ? 'cancelled' : 'placed')) &&
  placed === courses.filter(({ state }) => state === 'placed').length &&
  faults.length === 0 &&
  bank === ledger &&
  bank === orders

const isRefusal = (cause: unknown, ...types: CodeType[]): boolean => cause instanceof ApiError && types.includes(cause.type)
/** What is refused after its first answer was lost was done. */
const onceDone = async (ask: () => Promise<unknown>, ...done: CodeType[]): Promise<void> => {
  try {
    await untilAnswered(ask)
  } catch (cause) {
    if (!isRefusal(cause, ...done)) throw cause
  }
}

/** Group orders for which everybody pays by card, at a shop that is killed again and again; then the books are read. */
export const runGroupCrash = async (
  databaseUrl: string,
  plan: GroupCrashPlan,
  more: Record<string, string> = {}
): Promise<GroupCrashRun> => {
  const dataDir = newDataDir()
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(await freePort()) },
    ...{ PIN_PER_HOUR: '1000000', PIN_PER_CALLER_HOUR: '100000', PIN_PER_PREFIX_HOUR: '1000000', TRUST_PROXY: '1' },
    ...more
  }
  let shop: Shop = await startShop(env, 300_000)
  const url = (): string => shop.url
  let underWay = 0
  let kills = 0
  let inFlight = 0
  const restart = async (): Promise<void> => {
    kills += 1
    if (underWay > 0) inFlight += 1
    await shop.end('SIGKILL')
    shop = await startShop(env, 300_000)
  }
  const times = new Map<string, number>()
  let ending = Promise.resolve()
  const begun = (step: string): void => {
    const count = times.get(step) ?? 0
    const after = typeof plan.kills === 'number' ? undefined : plan.kills[count]
    times.set(step, count + 1)
    if (after !== undefined) ending = ending.then(() => wait(after)).then(restart)
  }
  const people: ShopClient[] = []
  for (let index = 0; index < plan.groups * plan.people; index += 1)
    people.push(await newPerson(url, `+3749${String(1_000_000 + index)}`, `10.${index >> 8}.${index & 255}.7`))
  const menu = await people[0]?.call(catalogue.products, { query: { supplierId: SUPPLIER } })
  const dish = menu?.items.find(({ code }) => code === DISH)
  if (!dish) throw new Error(`no ${DISH} on the menu`)

  const courses: GroupCrashRun['courses'] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let group = next++; group < plan.groups; group = next++) {
      underWay += 1
      const course = COURSES[group % COURSES.length] ?? 'all'
      const own = people.slice(group * plan.people, (group + 1) * plan.people)
      const heard = own.map((person) => ({ ...person, call: heardBy(person.call, begun) }))
      courses.push({ course, state: await orderTogether({ url, begun }, heard, { course, productId: dish.id }) })
      underWay -= 1
    }
  }
  const over = new AbortController()
  const working = Promise.all(Array.from({ length: plan.atOnce }, worker)).finally(() => over.abort())
  const killer = async (): Promise<void> => {
    while (typeof plan.kills === 'number' && kills < plan.kills && !over.signal.aborted) {
      await wait(700 + ((kills * 397) % 1_500))
      await restart()
    }
  }
  const killing = killer()
  try {
    await Promise.all([working, killing])
    await ending
  } catch (cause) {
    await Promise.allSettled([killing, ending])
    await shop.end('SIGKILL')
    throw cause
  }
  const books = await readWhenQuiet(databaseUrl, dataDir)
  await shop.end()
  return { kills, inFlight, steps: times.size, courses, ...books }
}

const heardBy =
  (call: Call, begun: KilledShop['begun']): Call =>
  (endpoint, ...input) => {
    begun(`${endpoint.method} ${endpoint.path}`)
    return call(endpoint, ...input)
  }

interface Wish {
  course: Course
  productId: number
}

const orderTogether = async (shop: KilledShop, people: readonly ShopClient[], wish: Wish): Promise<GroupOrderInfo['state']> => {
  const [owner, ...members] = people
  if (!owner) throw new Error('nobody came')
  const { course, productId } = wish
  const body = { supplierId: SUPPLIER, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL, participantName: 'Owner' }
  await onceDone(() => owner.call(groupOrders.create, { body }), 'GROUP_ORDER_EXISTS')
  const { hash, id } = await infoOf(owner)
  await Promise.all(
    people.map(async (person, index) => {
      if (person !== owner) {
        const me = await untilAnswered(() => person.call(auth.me))
        const asked = { query: { hash }, body: { userId: me.id, groupOrderId: id, participantName: `Member ${index}` } }
        await onceDone(() => person.call(groupOrders.join, asked), 'GROUP_ORDER_EXISTS')
      }
      await untilAnswered(() => person.call(baskets.add, { body: { productId, quantity: 1 + (index % 2) } }))
    })
  )
  await untilAnswered(() => owner.call(groupOrders.complete, { body: { complete: true } }))
  const { version: basketVersion, orderPrice } = await untilAnswered(() =>
    owner.call(baskets.get, { query: { addressId: owner.addressId } })
  )
  const order = { addressId: owner.addressId, paymentId: PAYMENT_METHOD.ARCA, deliveryNow: true, basketVersion, orderPrice }
  const key = randomUUID()
  const placed = await untilAnswered(() => owner.call(orders.checkout, { body: order }, { idempotencyKey: key }))
  const paying = course === 'left out' ? [owner, ...members.slice(1)] : course === 'cancelled' ? [owner, ...members.slice(3)] : people
  await Promise.all(paying.map((person, index) => pay(shop, person, placed.orderNumber, { course, index })))
  if (course === 'cancelled') await onceDone(() => owner.call(groupOrders.cancel), 'GROUP_ORDER_NOT_FOUND')
  if (course === 'left out') {
    await goOn(owner)
    await pay(shop, owner, placed.orderNumber, { course, index: 0 })
  }
  for (let tries = 0; tries < 600; tries += 1) {
    const { state } = await infoOf(owner, hash)
    if (state === 'placed' || state === 'cancelled') return state
    await wait(200)
  }
  return (await infoOf(owner, hash)).state
}

const infoOf = async ({ call }: ShopClient, hash?: string): Promise<GroupOrderInfo> => {
  const info = await untilAnswered(() => call(groupOrders.info, { query: hash === undefined ? {} : { hash } }))
  if (!info) throw new Error('in no group order')
  return info
}

/** Presses "pay" until the share is paid; the bank is left without coming back by every third where people close its page. */
const pay = async (
  shop: KilledShop,
  { call, from }: ShopClient,
  orderNumber: string,
  { course, index }: { course: Course; index: number }
): Promise<void> => {
  const begin = async (): Promise<string | null> => {
    try {
      return (await untilAnswered(() => call(orders.payForOrder, { body: { orderNumber } }, { idempotencyKey: randomUUID() }))).redirectUrl
    } catch (cause) {
      // Paid, or its order is cancelled or complete.
      if (isRefusal(cause, 'ALREADY_PAID', 'ORDER_NOT_FOUND')) return null
      if (!isRefusal(cause, 'TOO_MANY_REQUESTS', 'ORDER_BEING_PROCESSED')) throw cause
      await wait(1_000)
      return begin()
    }
  }
  let isRefused = course === 'refused' && index % 4 === 1
  for (let page = await begin(); page !== null; page = await begin()) {
    const back = await press(shop, page, isRefused ? 'funds' : 'approve', from)
    if (course === 'closed' && index % 3 === 2 && !isRefused) return
    isRefused = false
    if (back) await browse(shop, back, { headers: from })
  }
}

/** A browser that loads until something comes. */
const browse = async ({ url, begun }: KilledShop, path: string, init: RequestInit = {}): Promise<Response> => {
  for (let tries = 0; tries < 2_400; tries += 1) {
    begun(`${init.method ?? 'GET'} of the bank`)
    const response = await fetch(`${url()}${path}`, { redirect: 'manual', ...init }).catch(() => null)
    if (response && response.status < 500 && response.status !== 429) return response
    await wait(50)
  }
  throw new Error(`${path}: no answer in two minutes`)
}

/** Presses a button of the bank's page; where the bank sends the buyer, null when its page is closed. */
const press = async (shop: KilledShop, page: string, action: 'approve' | 'funds', from: Record<string, string>): Promise<string | null> => {
  const answer = await browse(shop, page, { method: 'POST', body: new URLSearchParams({ action }), headers: from })
  return answer.headers.get('location')
}

/** Goes on without whoever has not paid, at whatever it costs more when it is asked. */
const goOn = async (owner: ShopClient): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const { collecting } = await infoOf(owner)
    if (!collecting?.without) return
    const agreed = collecting.without.extra
    await onceDone(
      () => owner.call(groupOrders.complete, { body: { complete: true, agreed } }),
      'CHECKOUT_OUTDATED',
      'GROUP_ORDER_ACTION_FORBIDDEN'
    )
  }
}
