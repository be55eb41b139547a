import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase, copyDataFolder } from '#tests/support/prepared-data.ts'
import { ROOT } from '#tests/support/sources.ts'

const FOLDER = join(ROOT, 'src/server/db/migrations')
const { entries } = JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
const tags = entries.map(({ tag }) => tag)
const at = tags.findIndex((tag) => tag.endsWith('_payments'))
const statements = (tag: string): string[] => readFileSync(join(FOLDER, `${tag}.sql`), 'utf8').split('--> statement-breakpoint')

interface Database {
  run: (text: string) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

const engines: [string, typeof postgresTest, () => Promise<Database>][] = [
  [
    'PGlite',
    test,
    async () => {
      const lite = await PGlite.create({ dataDir: copyDataFolder('blank') })
      return { run: async (text) => (await lite.query<Record<string, unknown>>(text)).rows, close: () => lite.close() }
    }
  ],
  [
    'PostgreSQL',
    postgresTest,
    async () => {
      const client = new pg.Client({ connectionString: await copyDatabase('blank') })
      await client.connect()
      return { run: async (text) => (await client.query<Record<string, unknown>>(text)).rows, close: () => client.end() }
    }
  ]
]

/** Yesterday's orders: number, status, method, paid, refunded. */
const ORDERS = [
  ['cash under way', 1, 3, false, false],
  ['cash delivered', 7, 3, false, false],
  ['cash cancelled', -1, 3, false, false],
  ['card waiting', 17, 8, false, false],
  ['card paid', 12, 8, true, false],
  ['card delivered', 7, 8, true, false],
  ['card expired', -1, 8, false, false],
  ['card refund due', -1, 8, true, false],
  ['card refunded', -1, 8, true, true],
  ['turned into cash', 0, 3, false, false]
] as const

/** Payments of them: order, number, state before, state after. */
const PAYMENTS = [
  ['card waiting', 1, 'declined', 'declined'],
  ['card waiting', 2, 'registered', 'registered'],
  ['card paid', 1, 'deposited', 'captured'],
  ['card delivered', 1, 'deposited', 'captured'],
  ['card expired', 1, 'failed', 'expired'],
  ['card refund due', 1, 'refunding', 'refunding'],
  ['card refunded', 1, 'refunded', 'refunded'],
  ['turned into cash', 1, 'registered', 'registered']
] as const

const TOTAL = 2_000_000_000

const fill = async ({ run }: Database): Promise<void> => {
  await run(`insert into users (id, first_name, language_id) values (7, 'Ani', 1)`)
  for (const [number, status, method, paid, refunded] of ORDERS)
    await run(`insert into orders (number, user_id, basket_id, status, steps, payment_id, paid_at, refunded_at, address, delivery_now, delivery_from,
        delivery_to, base_price, discount, items_price, packing_price, delivery_price, service_fee, total)
      values ('${number}', 7, 1, ${status}, '[]', ${method}, ${paid ? 'now()' : 'null'}, ${refunded ? 'now()' : 'null'}, '{}', true, now(), now(),
        1, 0, 1, 0, 0, 0, ${TOTAL})`)
  for (const [number, attempt, state] of PAYMENTS)
    await run(`insert into payments (order_id, provider, bank_number, amount, state)
      select id, 'simulator', number || '-' || ${attempt}, total, '${state}' from orders where number = '${number}'`)
}

describe.each(engines)('%s', (_name, it, open) => {
  it('orders of yesterday get their tenders, payments their states, and sums room above an int4', async () => {
    const database = await open()
    const { run, close } = database
    expect(at).toBeGreaterThan(0)
    for (const tag of tags.slice(0, at)) for (const statement of statements(tag)) await run(statement)
    await fill(database)
    await run('begin')
    for (const statement of statements(tags[at] ?? '')) await run(statement)
    await run('commit')

    const tenders = await run(`select o.number, method_id, t.state, t.payer_id, t.amount = o.total as whole
      from order_tenders t join orders o on o.id = t.order_id order by t.id`)
    expect(tenders.map(({ number, method_id: method, state }) => [number, method, state])).toEqual([
      ['turned into cash', 8, 'released'],
      ['cash under way', 3, 'held'],
      ['cash delivered', 3, 'captured'],
      ['cash cancelled', 3, 'released'],
      ['card waiting', 8, 'held'],
      ['card paid', 8, 'captured'],
      ['card delivered', 8, 'captured'],
      ['card expired', 8, 'released'],
      ['card refund due', 8, 'captured'],
      ['card refunded', 8, 'refunded'],
      ['turned into cash', 3, 'held']
    ])
    expect(tenders.every(({ whole, payer_id: payer }) => whole === true && payer === 7)).toBe(true)

    const paid = await run(`select p.bank_number, p.state, t.method_id, t.order_id = p.order_id as own
      from payments p join order_tenders t on t.id = p.tender_id order by p.id`)
    expect(paid).toEqual(
      PAYMENTS.map(([number, attempt, , state]) => ({ bank_number: `${number}-${attempt}`, state, method_id: 8, own: true }))
    )
    await expect(
      run(`insert into payments (order_id, tender_id, provider, bank_number, amount, state)
        select order_id, tender_id, provider, 'one more', amount, 'created' from payments where bank_number = 'card waiting-2'`)
    ).rejects.toThrow('payments_open')

    await run(`update orders set total = ${TOTAL}::bigint * 10`)
    await close()
  })
})
