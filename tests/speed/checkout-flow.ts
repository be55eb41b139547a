import { randomUUID } from 'node:crypto'
import { baskets } from '#contract/baskets.ts'
import { catalogue } from '#contract/catalogue.ts'
import { orders } from '#contract/orders.ts'
import { newPerson, type ShopClient } from '#tests/support/shop-client.ts'

const PEOPLE = 8
const ROUNDS = 25

/** Rates of the calls of a purchase, eight people at a time, on the shop at `url`; bounded in count. */
export const checkoutFlow = async (url: string): Promise<[what: string, figure: string][]> => {
  const people: ShopClient[] = []
  for (let index = 0; index < PEOPLE; index += 1) people.push(await newPerson(() => url, `+3749200${String(1000 + index)}`))
  const [first] = people
  if (!first) return []
  const menu = await first.call(catalogue.products, { query: { supplierId: 902 } })
  const water = menu.items.find(({ code }) => code === 'WATER')
  if (!water) return []

  const figures: [string, string][] = []
  const measure = async (what: string, rounds: number, act: (person: ShopClient) => Promise<unknown>): Promise<void> => {
    const times: number[] = []
    const started = performance.now()
    await Promise.all(
      people.map(async (person) => {
        for (let round = 0; round < rounds; round += 1) {
          const at = performance.now()
          await act(person)
          times.push(performance.now() - at)
        }
      })
    )
    const seconds = (performance.now() - started) / 1000
    times.sort((a, b) => a - b)
    figures.push([what, `${Math.round(times.length / seconds)}/s, p99 ${(times[Math.floor(times.length * 0.99)] ?? 0).toFixed(0)} ms`])
  }
  await measure('product list of a supplier', ROUNDS, (person) => person.call(catalogue.products, { query: { supplierId: 902 } }))
  await measure('add to basket', ROUNDS, (person) => person.call(baskets.add, { body: { productId: water.id, quantity: 1 } }))
  await measure('read a basket', ROUNDS, (person) => person.call(baskets.get, { query: { addressId: person.addressId } }))
  await measure('add, read, cash checkout', 10, async (person) => {
    await person.call(baskets.add, { body: { productId: water.id, quantity: 1 } })
    const basket = await person.call(baskets.get, { query: { addressId: person.addressId } })
    const body = {
      addressId: person.addressId,
      paymentId: 3,
      deliveryNow: true,
      basketVersion: basket.version,
      orderPrice: basket.orderPrice
    }
    await person.call(orders.checkout, { body }, { idempotencyKey: randomUUID() })
  })
  return figures
}
