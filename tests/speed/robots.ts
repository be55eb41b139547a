import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withFolder } from '#tests/load/measured-shop.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Row } from './rows.ts'

const POSTS = 1_000
const ADDRESSES = 50
const PEOPLE = 50
/** Applications an hour from an address (spec: limits of forms). */
const PER_ADDRESS = 10

/** A form as a person fills it in; robots that are not clever also fill in what people do not see. */
const form = (from: number, clever: boolean) => ({
  ...{ firstName: 'Ani', lastName: 'Sargsyan', phone: `+37491${200_000 + from}`, email: `writer${from}@mail.am` },
  ...{
    region: 'lori',
    subject: 'idea',
    message: `Message ${from}`,
    seconds: clever ? 40 : 0,
    website: clever ? '' : 'https://robots.example'
  }
})

/** Robots of 50 addresses post a thousand forms, while people, one of them from the network of each robot, write to the market. */
export const measureRobots = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const env = {
      MARKET_DIR: join(ROOT, 'tests/support/market'),
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      PORT: String(await freePort())
    }
    const shop = await startShop(env, 120_000)
    const post = async (body: object, ip: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
      return (await fetch(`${shop.url}/api/applications/contact`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    try {
      const robots = Array.from({ length: POSTS }, (_, index) => post(form(index, index % 2 === 0), `10.20.${index % ADDRESSES}.66`))
      const people = Array.from({ length: PEOPLE }, (_, index) => post(form(POSTS + index, true), `10.20.${index}.7`))
      const [sentByRobots, sentByPeople] = [await Promise.all(robots), await Promise.all(people)]
      const [kept, through] = [sentByRobots, sentByPeople].map((statuses) => statuses.filter((status) => status === 200).length)
      const other = [...sentByRobots, ...sentByPeople].filter((status) => status !== 200 && status !== 429).length
      const list = async (what: string) =>
        (
          await promisify(execFile)(process.execPath, [join(ROOT, 'src/server/cli/applications.ts'), 'list', what], {
            env: { ...process.env, ...env, DATABASE_URL: '' },
            maxBuffer: 10_000_000
          })
        ).stdout
          .split('\n')
          .filter((line) => /^A\d/.test(line)).length
      const [listed, apart] = [await list('contact'), await list('robots')]
      const most = ADDRESSES * PER_ADDRESS
      return [
        {
          what: `${POSTS} forms posted at once by robots of ${ADDRESSES} addresses, ${PEOPLE} people of the same networks meanwhile`,
          goal: `all ${PEOPLE} people get through, at most ${most} of the robots' forms are kept`,
          figure: `${through} people, ${kept} of the robots' forms (${listed} listed, ${apart} listed apart)`,
          met: through === PEOPLE && (kept ?? POSTS) <= most && other === 0
        }
      ]
    } finally {
      await shop.end()
    }
  })
