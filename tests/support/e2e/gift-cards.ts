import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Visitor } from './audit/person.ts'
import { ALWAYS_OPEN } from './market.ts'

const run = async (...words: string[]): Promise<string> => {
  const command = join(ROOT, 'src/server/cli/gift-cards.ts')
  const env = { ...process.env, DATA_DIR: join(process.env['E2E_DATA'] ?? '', 'data'), DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], { env })
  return stdout
}

/** Staff give a card in the running shop; answers its code. */
export const giveCard = async (drams: number): Promise<string> => {
  const said = await run('issue', String(drams), '-', 'anna')
  const code = /has the code (.{19})/.exec(said)?.[1]
  if (!code) throw new Error(`no card was given: ${said}`)
  return code
}

/** Staff print the cards of an order in the running shop; answers their codes. */
export const printCards = async (orderNumber: string): Promise<string[]> =>
  (await run('print', orderNumber)).match(/^[A-HJ-NP-Z2-9]{4}(?: [A-HJ-NP-Z2-9]{4}){3}/gm) ?? []

/** Puts so many gift cards of 10,000 AMD into the basket of a visitor, in their first form. */
export const withBoxedCards = async ({ call }: Pick<Visitor, 'call'>, quantity: number): Promise<void> => {
  const { items } = await call(catalogue.products, { query: { supplierId: ALWAYS_OPEN.giftCards } })
  const id = items.find(({ code }) => code === 'GC-10')?.id ?? 0
  const groups = await call(catalogue.configurators, { params: { id } })
  const selectedOptions = groups.flatMap(({ values }) => values.slice(0, 1).map((value) => value.id))
  await call(baskets.add, { body: { productId: id, quantity, selectedOptions } })
}
