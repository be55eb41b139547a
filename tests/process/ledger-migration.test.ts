import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { checkLedger } from '#server/services/ledger/check.ts'
import { transfersOf } from '#tests/support/ledger.ts'
import { MIGRATIONS_OF_TODAY, olderMigrations } from '#tests/support/old-database.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase, copyDataFolder } from '#tests/support/prepared-data.ts'

const AT = MIGRATIONS_OF_TODAY.findIndex(({ tag }) => tag.endsWith('_ledger'))
type Run = (text: string) => Promise<unknown>

/** Each makes a database at the state before the ledger, filled by `fill`, and opens it as a start of today does. */
const engines: [string, typeof postgresTest, (fill: (run: Run) => Promise<void>) => Promise<Engine>][] = [
  [
    'PGlite',
    test,
    async (fill) => {
      const folder = copyDataFolder('blank')
      const lite = await PGlite.create({ dataDir: folder })
      await migrateLite(drizzleLite(lite), { migrationsFolder: olderMigrations(AT) })
      await fill((text) => lite.exec(text))
      await lite.close()
      return openPglite(folder)
    }
  ],
  [
    'PostgreSQL',
    postgresTest,
    async (fill) => {
      const url = await copyDatabase('blank')
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await migratePg(drizzlePg(client), { migrationsFolder: olderMigrations(AT) })
      await fill((text) => client.query(text))
      await client.end()
      return openPostgres(url, 2)
    }
  ]
]

/** Orders of before: id, what it is, status, method, tender's state, payments as state, refund's reason, whether that is done. */
const ORDERS: [number, string, number, number, string, [string, string?, boolean?][]][] = [
  [1, 'cash under way', 1, 3, 'held', []],
  [2, 'cash delivered', 7, 3, 'captured', []],
  [3, 'cash cancelled', -1, 3, 'released', []],
  [4, 'card waiting', 17, 8, 'held', [['declined'], ['registered']]],
  [5, 'card paid', 12, 8, 'captured', [['captured']]],
  [6, 'card refund due', -1, 8, 'captured', [['refunding', 'cancelled', false]]],
  [7, 'card refunded', -1, 8, 'refunded', [['refunded', 'cancelled', true]]],
  [8, 'refunded before refunds had rows', -1, 8, 'refunded', [['refunded']]],
  [9, 'paid late, in cash by now', 1, 3, 'held', [['refunded', 'method', true]]],
  [10, 'paid twice', 7, 8, 'captured', [['captured'], ['refunding', 'twice', false]]],
  [11, 'paid after it was cancelled', -1, 8, 'released', [['refunded', 'cancelled', true]]]
]
const TOTAL = 2_000_000_000

const fill = async (run: Run): Promise<void> => {
  await run(`insert into users (id, first_name, language_id) values (7, 'Ani', 1);
    insert into suppliers (id, alias, kind, name, description, pictures, hue, tax_id, preparation_minutes, minimum, packing, refuses, city, position)
      select id, 's' || id, 'shop', '{}', '{}', '[]', 1, '1', 1, 1, 1, '[]', 'yerevan', id from generate_series(1, 2) id;
    insert into branches (id, supplier_id, city, address, lat, lng, phone, hours, exceptions, zones, position)
      select id, id, 'yerevan', '{}', 1, 1, '', '[]', '[]', '[]', 1 from generate_series(1, 2) id`)
  let payment = 0
  for (const [id, number, status, method, state, attempts] of ORDERS) {
    const paid = method === 8 && ['captured', 'refunded'].includes(state)
    await run(`insert into orders (id, number, user_id, basket_id, status, steps, payment_id, paid_at, refunded_at, address, delivery_now, delivery_from,
        delivery_to, base_price, discount, items_price, packing_price, delivery_price, service_fee, total)
      values (${id}, '${number}', 7, 1, ${status}, '[]', ${method}, ${paid ? 'now()' : 'null'}, ${state === 'refunded' ? 'now()' : 'null'}, '{}', true,
        now(), now(), 1, 0, ${TOTAL} - 90000, 20000, 50000, 20000, ${TOTAL});
      insert into order_parts (order_id, supplier_id, branch_id, status, items_price, packing_price, delivery_price)
        values (${id}, 1, 1, ${status}, ${TOTAL} - 190000, 20000, 50000), (${id}, 2, 2, ${status}, 100000, 0, 0);
      insert into order_tenders (id, order_id, payer_id, method_id, amount, state) values (${id}, ${id}, 7, ${method}, ${TOTAL}, '${state}')`)
    for (const [paymentState, reason, done] of attempts) {
      payment += 1
      await run(`insert into payments (id, order_id, tender_id, provider, bank_number, bank_ref, amount, state)
        values (${payment}, ${id}, ${id}, 'simulator', '${id}-${payment}', 'ref-${payment}', ${TOTAL}, '${paymentState}')`)
      if (reason)
        await run(`insert into payment_refunds (payment_id, amount, reason, refunded_at)
          values (${payment}, ${TOTAL}, '${reason}', ${done ? 'now()' : 'null'})`)
    }
  }
}

describe.each(engines)('%s', (_name, it, open) => {
  it('orders of before are in the ledger: what was taken, what it paid, what went back; all of it adds up', async () => {
    expect(AT).toBeGreaterThan(0)
    const engine = await open(fill)
    const { db } = engine
    const { entries, differences } = await checkLedger({ db, now: Date.now, providers: [] }, 'command')
    expect(differences).toEqual([])
    expect(entries).toBeGreaterThan(50)
    const causes = (await transfersOf(engine, '^')).map(([cause]) => cause)
    expect(causes.filter((cause) => /^order|^tender/.test(cause)).sort()).toEqual(
      [
        'order:10:funded',
        'order:2:funded',
        'order:5:funded',
        'order:6:funded',
        'order:7:funded',
        'order:8:funded',
        'tender:2:received'
      ].sort()
    )
    expect(await transfersOf(engine, '^order:2:funded$')).toEqual([
      [
        'order:2:funded',
        {
          'payable:supplier:1': (TOTAL - 170_000) / 100,
          'payable:supplier:2': 1_000,
          'receivable:order:2': -TOTAL / 100,
          'revenue:delivery': 500,
          'revenue:service-fee': 200
        }
      ]
    ])
    const refunds = await transfersOf(engine, '^refund:\\d+$')
    expect(refunds.filter(([, moved]) => 'payable:supplier:1' in moved)).toHaveLength(3)
    expect(refunds.filter(([, moved]) => !('payable:supplier:1' in moved))).toHaveLength(3)
    await engine.close()
  })
})
