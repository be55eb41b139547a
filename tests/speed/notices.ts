import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, withFolder, withPostgres, withShop } from '#tests/load/measured-shop.ts'
import { gatherCrowd, purchase } from '#tests/load/shoppers.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Row } from './rows.ts'

const DEMO = join(ROOT, 'content/market')
const PEOPLE = 60
const OUTAGES_SECONDS = [3, 180]
/** The longest pause between two attempts that begin within the longer outage. */
const MAX_WAIT_SECONDS = 150
/** What a confirmed order sends: a notice and a message. */
const SENT = `select o.number, (select count(*)::int from notifications n where n.subject = o.number) as notices,
  (select count(*)::int from messages m where m.body like '%' || o.number || '%') as messages from orders o`

interface Sent {
  number: string
  notices: number
  messages: number
}

/** Notices cannot be written for some seconds, by a trigger that raises an error, while people order; how often each order's notice and message came. */
export const measureNotices = async (): Promise<Row[]> => (await withFolder(measureIn)) ?? []

const measureIn = (folder: string): Promise<Row[] | null> =>
  withPostgres(async (postgres) => {
    const url = await createDatabase(postgres, 'notices')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const env = { MARKET_DIR: DEMO, DATABASE_URL: url, WEB_CONCURRENCY: '2', DATA_DIR: folder, AUTOPILOT_SECONDS: '0' }
    return withShop({ env, lanes: 2, postgres }, async ({ shop, lanes }) => {
      const crowd = await gatherCrowd(shop.url, lanes, { people: PEOPLE * OUTAGES_SECONDS.length, guests: 0 })
      const measured: Row[] = []
      for (const [round, seconds] of OUTAGES_SECONDS.entries()) {
        const { rows: before } = await client.query<Sent>(SENT)
        await client.query(
          `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order' using errcode = '53100'; end $$;
           create trigger refuse before insert on notifications for each row execute function refuse()`
        )
        const buyers = crowd.people.slice(round * PEOPLE, (round + 1) * PEOPLE)
        for (const [index, shopper] of buyers.entries()) {
          const call = lanes[index % lanes.length]?.callerOf(shopper)
          if (call) await purchase(call, shopper.addressId, crowd.goodsFor(index))
          await wait((seconds * 1_000) / PEOPLE / 2)
        }
        await wait((seconds * 1_000) / 2)
        await client.query('drop function refuse() cascade')
        const started = performance.now()
        const known = new Set(before.map(({ number }) => number))
        let sent: Sent[] = []
        while (performance.now() - started < MAX_WAIT_SECONDS * 1_000) {
          const { rows: all } = await client.query<Sent>(SENT)
          sent = all.filter(({ number }) => !known.has(number))
          if (sent.every(({ notices, messages }) => notices > 0 && messages > 0)) break
          await wait(200)
        }
        const after = (performance.now() - started) / 1_000
        // A second copy would come with the next attempt.
        await wait(5_000)
        const { rows: last } = await client.query<Sent>(SENT)
        const ours = last.filter(({ number }) => !known.has(number))
        const once = ours.filter(({ notices, messages }) => notices === 1 && messages === 1).length
        measured.push({
          what: `notices cannot be written for ${seconds} s while ${PEOPLE} people order, two workers: orders whose notice and message came once`,
          goal: `${PEOPLE} of ${PEOPLE}`,
          figure: `${once} of ${ours.length}; the last ${after.toFixed(1)} s after the fault ended`,
          met: once === PEOPLE && ours.length === PEOPLE
        })
      }
      return measured
    }).finally(() => client.end())
  })
