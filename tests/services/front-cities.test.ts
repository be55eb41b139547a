import { afterEach, describe, expect, test } from 'vitest'
import { CITY_COOKIE } from '#domain/constants.ts'
import { startFront, type FrontServer } from '#tests/support/front-server.ts'

let front: FrontServer
let cities: string[]
let asked: number
const start = async (): Promise<FrontServer> => {
  cities = ['yerevan', 'gyumri', 'dilijan']
  asked = 0
  front = await startFront(
    {},
    {
      apiFetch: () => {
        asked += 1
        if (cities.length === 0) return Promise.reject(new Error('away'))
        const data = { cities: cities.map((key) => ({ key, name: key, lat: 40, lng: 44 })) }
        return Promise.resolve(Response.json({ code: 200, messages: [], data, requestId: '' }))
      }
    }
  )
  return front
}
afterEach(() => front.close())

const from = (city: string) => ({ cookie: `buy_locale=hy; ${CITY_COOKIE}=${city}` })
const textOf = async (path: string, headers = {}): Promise<string> => (await front.ask(path, headers)).body.toString()

describe('the city of a page', () => {
  test('is that of its address, else of the cookie, else the default one; each is rendered once', async () => {
    await start()
    for (let round = 0; round < 2; round += 1) {
      expect(await textOf('/restaurants')).toContain('page /restaurants<')
      expect(await textOf('/restaurants', from('gyumri'))).toContain('page /restaurants?city=gyumri<')
      expect(await textOf('/restaurants?city=dilijan', from('gyumri'))).toContain('page /restaurants?city=dilijan<')
      expect(await textOf('/restaurants?city=yerevan', from('gyumri'))).toContain('page /restaurants<')
      expect(await textOf('/restaurants?open=1&city=dilijan')).toContain('page /restaurants?city=dilijan&open=1<')
    }
    expect(front.rendered.toSorted()).toEqual([
      '/restaurants',
      '/restaurants?city=dilijan',
      '/restaurants?city=dilijan&open=1',
      '/restaurants?city=gyumri'
    ])
    expect([asked, front.errors]).toEqual([1, []])
  })

  test.each(['/', '/ru', '/en/restaurants', '/picks/hot-deals', '/picks/find-gift', '/products', '/brands/arevak', '/categories/sushi'])(
    '%s has one page a city, and says that it varies',
    async (path) => {
      await start()
      const [usual, other] = [await front.ask(path), await front.ask(path, from('gyumri'))]
      expect(front.rendered).toEqual([path, `${path}?city=gyumri`])
      expect([usual, other].map(({ headers }) => headers.vary)).toEqual(['Accept-Encoding, Cookie', 'Accept-Encoding, Cookie'])
    }
  )

  test.each(['/restaurants/hin-tonir', '/products/12', '/about-us', '/checkout'])('%s has nothing to do with it', async (path) => {
    await start()
    const replies = [await front.ask(path), await front.ask(path, from('gyumri'))]
    expect(front.rendered).toEqual([path])
    expect(replies.map(({ headers }) => headers.vary)).toEqual(['Accept-Encoding', 'Accept-Encoding'])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  test('made-up cities are the default one, so that nobody fills the cache with them', async () => {
    await start()
    for (let index = 0; index < 100; index += 1) {
      await front.ask('/restaurants', from(`x${index}`))
      await front.ask(`/restaurants?city=x${index}`)
    }
    expect(front.rendered).toEqual(['/restaurants'])
  })

  test('without the list of cities everybody gets the default one, and the list is asked for again', async () => {
    await start()
    cities = []
    expect(await textOf('/restaurants', from('gyumri'))).toContain('page /restaurants<')
    await front.ask('/restaurants', from('gyumri'))
    expect([asked, front.errors]).toEqual([1, []])
    cities = ['yerevan', 'gyumri']
    front.clock.at += 6_000
    expect(await textOf('/restaurants', from('gyumri'))).toContain('page /restaurants?city=gyumri<')
    // A list once read outlives an outage.
    cities = []
    front.clock.at += 120_000
    expect(await textOf('/restaurants', from('gyumri'))).toContain('page /restaurants?city=gyumri<')
  })

  test('a city that an import brings is known after a minute', async () => {
    await start()
    expect(await textOf('/restaurants', from('goris'))).toContain('page /restaurants<')
    cities.push('goris')
    front.clock.at += 61_000
    await front.ask('/products?city=goris')
    expect(await textOf('/restaurants', from('goris'))).toContain('page /restaurants?city=goris<')
  })
})
