import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { inputsWith, type CallInput } from '#tests/access/inputs.ts'
import { makeVictim, PRODUCT, type Victim } from '#tests/access/world.ts'
import { startApi, type RawReply, type TestApi } from './api.ts'

const AGAIN: readonly string[] = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS']

/** Parts of a call. */
export interface CallParts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The fields that the access matrix sends with a call; only their names count. */
export const fieldsOf = (id: string): CallInput => NAMES[id] ?? {}
const NAMES = inputsWith({ client: {} } as Victim, 0)

/**
 * Calls as the person whom the call is about, with parts that `change` makes of the good ones; by somebody new when that person was signed
 * out, or has asked too often. Answers the reply and the type of its code, OK for none.
 */
const openVictimCalls = (api: TestApi, productId: number) => {
  let victim: Victim | null = null
  return async (id: string, endpoint: Endpoint, change: (good: CallParts) => CallParts): Promise<{ reply: RawReply; type: string }> => {
    for (let attempt = 1; ; attempt += 1) {
      victim ??= await makeVictim(api)
      const { params = {}, query = {}, body = {} } = inputsWith(victim, productId)[id] ?? {}
      const sent = change({ params, query, body })
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(sent.params[name] ?? '')))
      const search = new URLSearchParams(Object.entries(sent.query).map(([name, value]) => [name, textOf(value)]))
      const headers: Record<string, string> = endpoint.moneyMoving ? { 'Idempotency-Key': randomUUID() } : {}
      const withBody = endpoint.method === 'GET' ? {} : { body: sent.body }
      const reply = await victim.client.raw(endpoint.method, `${path}?${search.toString()}`, { ...withBody, headers })
      const type = reply.envelope.messages[0]?.type ?? 'OK'
      if (attempt > 2 || !AGAIN.includes(type)) return { reply, type }
      victim = null
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))

/** An API that asks nobody to wait for codes, and such calls of it, for the tests of a file. */
export const startVictimCalls = async () => {
  const api = await startApi({ env: { PIN_WAIT_SECONDS: '0', PIN_PER_CONTACT_DAY: '100000', PIN_PER_CALLER_HOUR: '100000' } })
  return { api, call: openVictimCalls(api, await api.product(PRODUCT.supplier, PRODUCT.code)) }
}
export type VictimCalls = Awaited<ReturnType<typeof startVictimCalls>>
