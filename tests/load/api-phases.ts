import type { Call } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { createMeter, type Measured, type Probe } from './measure.ts'
import { addSomething, fillBasket, order, purchase, readForCheckout, type Crowd, type Shopper } from './shoppers.ts'

/** How long a phase runs before and while it is counted, in seconds. */
export interface Length {
  warm: number
  counted: number
}

export const PHASES = ['product list', 'add to basket', 'read a basket', 'checkout', 'whole purchase', 'read an order'] as const
export type Phase = (typeof PHASES)[number]

/** Shoppers of a lane, so that no two lanes act for one person at once. */
const turnsOf = (all: readonly Shopper[], lane: number, lanes: number): (() => { shopper: Shopper; index: number }) => {
  const own = all.flatMap((shopper, index) => (index % lanes === lane ? [{ shopper, index }] : []))
  let turn = 0
  return () => {
    const next = own[(turn += 1) % own.length]
    if (!next) throw new Error('more lanes than shoppers')
    return next
  }
}

/** Calls `act` on all lanes for so long, first uncounted, then counted. */
export const steady = async (
  crowd: Crowd,
  probe: Probe,
  length: Length,
  who: readonly Shopper[],
  act: (call: Call, shopper: Shopper, index: number) => Promise<unknown>
): Promise<Measured> => {
  const run = async (seconds: number) => {
    const meter = createMeter(probe)
    const end = performance.now() + seconds * 1000
    await meter.burst(
      crowd.lanes.map((lane, number) => async (timed) => {
        const turn = turnsOf(who, number, crowd.lanes.length)
        while (performance.now() < end) {
          const { shopper, index } = turn()
          const call = lane.callerOf(shopper)
          await timed(() => act(call, shopper, index))
        }
      })
    )
    return meter.read()
  }
  await run(length.warm)
  return run(length.counted)
}

/** Orders of baskets that were filled and read before; only the ordering is counted. */
const checkouts = async (crowd: Crowd, probe: Probe, length: Length): Promise<Measured> => {
  const meters = [createMeter(probe), createMeter(probe)] as const
  for (const [index, seconds] of [length.warm, length.counted].entries()) {
    const meter = meters[index === 0 ? 0 : 1]
    for (let spent = 0; spent < seconds;) {
      const ready = await Promise.all(
        crowd.lanes.map(async (lane, number) => {
          const own: (() => Promise<unknown>)[] = []
          for (let at = number; at < crowd.people.length; at += crowd.lanes.length) {
            const shopper = crowd.people[at]
            if (!shopper) continue
            const call = lane.callerOf(shopper)
            await fillBasket(call, crowd.goodsFor(at))
            const basket = await readForCheckout(call, shopper.addressId)
            own.push(() => order(call, shopper.addressId, basket))
          }
          return own
        })
      )
      const started = performance.now()
      await meter.burst(
        ready.map((own) => async (timed) => {
          for (const place of own) await timed(place)
        })
      )
      spent += (performance.now() - started) / 1000
    }
  }
  return meters[1].read()
}

/** Does something for all people, each on the lane that acts for them. */
const forAll = (crowd: Crowd, act: (call: Call, shopper: Shopper, index: number) => Promise<void>): Promise<unknown> =>
  Promise.all(
    crowd.lanes.map(async (lane, number) => {
      for (const [index, shopper] of crowd.people.entries())
        if (index % crowd.lanes.length === number) await act(lane.callerOf(shopper), shopper, index)
    })
  )

const fillAll = (crowd: Crowd): Promise<unknown> => forAll(crowd, (call, _, index) => fillBasket(call, crowd.goodsFor(index)))

/** The number of somebody's newest order, by the place of the person. */
const numbersOf = async (crowd: Crowd): Promise<string[]> => {
  const numbers: string[] = []
  await forAll(crowd, async (call, _, index) => {
    const { items } = await call(orders.history, { query: { take: 1 } })
    numbers[index] = items[0]?.orderNumber ?? ''
  })
  return numbers
}

/** One phase of the API rows on a running shop. Orders are read after some were made. */
export const runPhase = async (phase: Phase, crowd: Crowd, probe: Probe, length: Length): Promise<Measured> => {
  const { people, guests, goodsFor, random } = crowd
  switch (phase) {
    case 'product list':
      return steady(crowd, probe, length, guests, (call) => call(catalogue.products, { query: { supplierId: crowd.supplier() } }))
    case 'add to basket':
      return steady(crowd, probe, length, [...people, ...guests], (call, _, index) => addSomething(call, goodsFor(index), random))
    case 'read a basket':
      await fillAll(crowd)
      return steady(crowd, probe, length, people, (call, { addressId }) => readForCheckout(call, addressId))
    case 'checkout':
      return checkouts(crowd, probe, length)
    case 'read an order': {
      const numbers = await numbersOf(crowd)
      return steady(crowd, probe, length, people, (call, _, index) =>
        call(orders.details, { query: { orderNumber: numbers[index] ?? '' } })
      )
    }
    case 'whole purchase':
      return steady(crowd, probe, length, people, (call, { addressId }, index) => purchase(call, addressId, goodsFor(index)))
  }
}
