import { expect } from 'vitest'
import type * as orders from '#contract/orders/calls.ts'
import type { Bank } from '#server/simulators/bank/bank.ts'
import type { Client, TestApi } from './api.ts'
import { formIn } from './provider-pages.ts'
import { buy } from './shopping.ts'
import { openTill } from './till.ts'

export interface Bought {
  client: Client
  placed: orders.PlacedOrder
}

/** Everything around paying by one wallet: its simulator calls the API of the test. */
export const openWalletTill = (api: TestApi, name: string, paymentId: number) => {
  const till = openTill(api)
  const simulator = api.kernel.adapters.simulators.find((each) => each.name === name)
  if (!simulator?.wire || !simulator.tell) throw new Error(`there is no simulated wallet ${name}`)
  const { wire, tell, bank } = simulator
  const guest = api.guest()
  /** What the wallet called the shop with, the newest last. */
  const sent: { url: string; type: string; body: string; answer: string }[] = []
  wire.send = async (request) => {
    const [url, type, body] = [new URL(request.url), request.headers.get('content-type') ?? '', await request.text()]
    const path = url.pathname + url.search
    const response = await guest.fetch(path, { method: 'POST', headers: { 'content-type': type }, body })
    sent.push({ url: path, type, body, answer: await response.clone().text() })
    return response
  }
  /** The address that a page leads to. */
  const locationOf = (response: Response): string => {
    const location = response.headers.get('location') ?? ''
    expect([response.status, location]).toEqual([303, expect.stringMatching(/^\//)])
    return location
  }
  /** Follows the browser from the shop to the wallet's page. */
  const arrive = async ({ client, placed }: Bought): Promise<string> => {
    const to = placed.redirectUrl ?? ''
    if (/^\/simulator\/\w+\/pay\//.test(to)) return to
    if (to.startsWith('/simulator/')) return locationOf(await till.page.request(to))
    const { action, fields } = formIn(await (await client.fetch(to)).text())
    return locationOf(await till.page.request(action, { method: 'POST', body: fields }))
  }
  /** The browser comes back from the wallet; answers where the shop leads it. */
  const follow = async ({ client }: Bought, back: string): Promise<string> => {
    return (await client.fetch(back, { redirect: 'manual' })).headers.get('location') ?? ''
  }
  return {
    ...till,
    wallet: bank as Bank,
    tell,
    sent,
    arrive,
    follow,
    refOf: (path: string): string => /\/pay\/([\w-]+)/.exec(path)?.[1] ?? '',
    order: (productId: number): Promise<Bought> => buy(api, productId, { paymentId }),
    /** Presses a button of the wallet's page and goes where it leads. */
    finish: async (bought: Bought, action: string): Promise<string> => {
      const path = await arrive(bought)
      return follow(bought, locationOf(await till.press(path, action)))
    },
    /** A call of anybody to the address that the wallet calls. */
    call: async (fields: Record<string, string>): Promise<[number, string]> => {
      const response = await guest.fetch(`/api/payments/notices/${name}`, { method: 'POST', body: new URLSearchParams(fields) })
      return [response.status, await response.text()]
    }
  }
}
