import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as signIn from '#contract/sign-in/calls.ts'
import { readConfig } from '#server/config.ts'
import { createSignIn } from '#server/adapters/sign-in/create.ts'
import { schema } from '#server/db/schema.ts'
import { sweepVisits } from '#server/services/sign-in/visits.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { startOpenIdProvider, type OpenIdProvider } from '#tests/support/openid-provider.ts'
import { startRogueProvider, type Fault, type Part, type RogueProvider } from '#tests/support/rogue-provider.ts'

const SITE = 'http://127.0.0.1:4321'
const SLOW_MS = 300
const CALLBACK = `/api${signIn.callback.path.replace(':provider', 'openid')}`
let honest: OpenIdProvider
let rogue: RogueProvider
let api: TestApi
let rogueApi: TestApi
beforeAll(async () => {
  honest = await startOpenIdProvider({ site: SITE })
  rogue = await startRogueProvider()
  api = await startApi({ env: honest.env })
  rogueApi = await startApi({ env: rogue.env, adapters: { signIn: await createSignIn(readConfig(rogue.env), SLOW_MS) } })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  expect(rogueApi.errors).toEqual([])
  await api.close()
  await rogueApi.close()
  await honest.stop()
  await rogue.stop()
})

const begin = async (client: Client, redirect?: string): Promise<string> => {
  const { csrfToken } = await client.call(signIn.csrf)
  const body = { csrfToken, ...(redirect === undefined ? {} : { redirect }) }
  return (await client.call(signIn.begin, { params: { provider: 'openid' }, body })).url
}
const open = async (client: Client, url: string): Promise<URLSearchParams> => {
  const { pathname, search } = new URL(url)
  const response = await client.fetch(pathname + search)
  expect(response.status).toBe(303)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const to = new URL(response.headers.get('location') ?? '', SITE)
  expect(to.origin).toBe(SITE)
  return to.searchParams
}
const assertRefused = async (client: Client, url: string): Promise<void> => {
  const query = await open(client, url)
  expect(query.get('signin-error')).toBe('failed')
  expect(client.cookies.get('buy_access_token')).toBeUndefined()
}
const visit = async (client: Client, sub: string): Promise<string> => {
  const url = await begin(client)
  honest.next = { sub, email: `${sub}@example.am`, email_verified: true }
  return honest.visit(url)
}

describe('the address a provider leads back to', () => {
  test('works once: the same code and state again open nothing', async () => {
    const client = api.guest()
    const back = await visit(client, 'once')
    expect((await open(client, back)).get('signin')).toBe('done')
    client.cookies.delete('buy_access_token')
    await assertRefused(client, back)
  })

  test('with another state, none, or one nobody began', async () => {
    const client = api.guest()
    const back = new URL(await visit(client, 'other-state'))
    const right = back.searchParams.get('state') ?? ''
    for (const state of ['', 'x', right.slice(0, -1), 'A'.repeat(43), `${right}x`]) {
      back.searchParams.set('state', state)
      await assertRefused(client, back.href)
    }
    back.searchParams.delete('state')
    await assertRefused(client, back.href)
  })

  test('in another browser, which holds a key of its own or none', async () => {
    const mine = api.guest()
    const back = await visit(mine, 'stolen')
    const other = api.guest()
    await assertRefused(other, back)
    await other.call(signIn.csrf)
    await assertRefused(other, back)
    expect((await open(mine, back)).get('signin')).toBe('done')
  })

  test("somebody's own callback, sent to a victim, signs the victim in as nobody", async () => {
    const [attacker, victim] = [api.guest(), api.guest()]
    await begin(victim)
    await assertRefused(victim, await visit(attacker, 'attacker'))
  })

  test('after ten minutes', async () => {
    const client = api.guest()
    const back = await visit(client, 'late')
    api.clock.advance(600_001)
    await assertRefused(client, back)
    await sweepVisits({ db: api.engine.db, now: api.clock.now })
    expect(await api.engine.db.select().from(schema.signInAttempts)).toEqual([])
  })

  test('at another provider than the one it was begun with', async () => {
    const client = api.guest()
    const back = await visit(client, 'elsewhere')
    await assertRefused(client, back.replace('/callback/openid', '/callback/google'))
    await assertRefused(client, back.replace('/callback/openid', '/callback/%2e%2e%2f'))
  })

  test('with a code of another client, or one used by another visit', async () => {
    const client = api.guest()
    const url = new URL(await begin(client))
    const state = url.searchParams.get('state') ?? ''
    url.searchParams.set('client_id', honest.otherClient.id)
    url.searchParams.set('redirect_uri', honest.otherClient.redirectUri)
    honest.next = { sub: 'of-another-shop', email: 'of-another-shop@example.am', email_verified: true }
    const code = new URL(await honest.visit(url.href)).searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    await assertRefused(client, `${SITE}${CALLBACK}?${new URLSearchParams({ code, state })}`)

    const [first, second] = [api.guest(), api.guest()]
    const used = new URL(await visit(first, 'code-of-first'))
    const own = new URL(await visit(second, 'own-of-second'))
    own.searchParams.set('code', used.searchParams.get('code') ?? '')
    // PKCE: the code belongs to the visit that it was made for.
    await assertRefused(second, own.href)
  })

  test('rubbish in every parameter, thousands of bytes, a posted form', async () => {
    for (const query of [
      '',
      '?code=x',
      '?error=<script>',
      `?code=${'x'.repeat(5_000)}&state=y`,
      '?state[]=1&code[]=2',
      '?error=access_denied'
    ])
      await assertRefused(api.guest(), `${SITE}${CALLBACK}${query}`)
    const form = await api.guest().fetch(CALLBACK, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ code: 'c', state: 's', id_token: 'x', user: '{"name":{"firstName":"A"}}' })
    })
    expect(form.status).toBe(303)
    expect(form.headers.get('location')).toBe(`${CALLBACK}?code=c&state=s`)
  })
})

describe('what is asked of a page that begins', () => {
  test.each([[''], ['A'.repeat(43)], ['short']])('a token of this browser, not %j', async (csrfToken) => {
    const client = api.guest()
    await client.call(signIn.csrf)
    await expect(client.call(signIn.begin, { params: { provider: 'openid' }, body: { csrfToken } })).rejects.toMatchObject({
      type: 'BAD_REQUEST',
      field: 'csrfToken'
    })
  })

  test("another browser's token is not taken", async () => {
    const { csrfToken } = await api.guest().call(signIn.csrf)
    const other = api.guest()
    await other.call(signIn.csrf)
    const begun = other.call(signIn.begin, { params: { provider: 'openid' }, body: { csrfToken } })
    await expect(begun).rejects.toMatchObject({ type: 'BAD_REQUEST' })
  })

  test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example/', '/\t/evil.example', 'shops', ''])(
    'a way back to %j leads home',
    async (redirect) => {
      const client = api.guest()
      const url = await begin(client, redirect)
      honest.next = { sub: 'homebound', email: 'homebound@example.am', email_verified: true }
      expect((await open(client, await honest.visit(url))).get('redirect')).toBe('/en')
    }
  )

  test('the address a browser is sent to holds a challenge, not the verifier; each visit has secrets of its own', async () => {
    const client = api.guest()
    const [one, two] = [new URL(await begin(client)).searchParams, new URL(await begin(client)).searchParams]
    expect(one.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)).toMatch(/^[\w-]{43}$/)
      expect(one.get(name)).not.toBe(two.get(name))
    }
    const kept = JSON.stringify(await api.engine.db.select().from(schema.signInAttempts))
    for (const name of ['state', 'nonce']) expect(kept).not.toContain(one.get(name))
  })
})

describe('a token that is not for this visit', () => {
  const forged: [string, (claims: JWTPayload, its: RogueProvider) => Promise<string> | string][] = [
    ['another nonce', (claims, its) => its.sign({ ...claims, nonce: 'another' }, key)],
    ['no nonce', ({ nonce: _, ...claims }, its) => its.sign(claims, key)],
    ["another client's", (claims, its) => its.sign({ ...claims, aud: 'another-shop' }, key)],
    ['for several, made for another', (claims, its) => its.sign({ ...claims, aud: ['shuka', 'another-shop'], azp: 'another-shop' }, key)],
    ['another issuer', (claims, its) => its.sign({ ...claims, iss: 'https://accounts.google.com' }, key)],
    ['expired', (claims, its) => its.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }, key)],
    ['without an end', ({ exp: _, ...claims }, its) => its.sign(claims, key)],
    ['from the future', (claims, its) => its.sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 3_600 }, key)],
    ['unsigned', (claims, its) => its.unsigned(claims)],
    ['signed by somebody else', (claims, its) => its.sign(claims, its.otherKey)],
    ['without a subject', ({ sub: _, ...claims }, its) => its.sign(claims, key)],
    ['an empty subject', (claims, its) => its.sign({ ...claims, sub: '' }, key)],
    ['no token at all', () => 'x.y.z']
  ]
  let key: Parameters<RogueProvider['sign']>[1]

  test.each(forged)('%s', async (_case, make) => {
    const client = rogueApi.guest()
    rogue.token = (claims, own) => {
      key = own
      return Promise.resolve(make(claims, rogue))
    }
    await assertRefused(client, rogue.lead(await begin(client)))
  })

  test('the honest one of the same provider is taken, and what it tells of somebody else is not', async () => {
    const client = rogueApi.guest()
    rogue.token = rogue.sign
    expect((await open(client, rogue.lead(await begin(client)))).get('signin')).toBe('done')
    const other = rogueApi.guest()
    rogue.token = ({ email: _, ...claims }, own) => rogue.sign(claims, own)
    await assertRefused(other, rogue.lead(await begin(other)))
  })
})

describe('a provider in trouble', () => {
  const faults: [Part, Fault][] = (['down', 'slow', 'rubbish', 'empty', 'error'] as const).flatMap((fault): [Part, Fault][] => [
    ['token', fault],
    ['keys', fault]
  ])
  const fresh = async (): Promise<TestApi> =>
    startApi({ env: rogue.env, adapters: { signIn: await createSignIn(readConfig(rogue.env), SLOW_MS) } })

  test('is said so, in time; once it is well the next visit works', async () => {
    const its = await fresh()
    rogue.token = rogue.sign
    for (const [part, fault] of faults) {
      rogue.faults = { [part]: fault }
      const client = its.guest()
      const query = await open(client, rogue.lead(await begin(client)))
      expect(query.get('signin-error'), `${part} ${fault}`).toBe('failed')
    }
    rogue.faults = {}
    const client = its.guest()
    expect((await open(client, rogue.lead(await begin(client)))).get('signin')).toBe('done')
    expect(its.errors).toEqual([])
    await its.close()
  })

  test('nothing can be begun while it does not tell where to go', async () => {
    const its = await fresh()
    for (const fault of ['down', 'slow', 'rubbish', 'empty', 'error'] as const) {
      rogue.faults = { discovery: fault }
      await expect(begin(its.guest()), fault).rejects.toMatchObject({ type: 'SOCIAL_DATA_UNAVAILABLE' })
    }
    rogue.faults = {}
    expect(await begin(its.guest())).toContain(rogue.issuer)
    await its.close()
  })
})
