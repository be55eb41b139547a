import * as auth from '#contract/auth/calls.ts'
import { createCaller } from '#client/call.ts'
import { solveChallenge } from '#client/solve-challenge.ts'
import * as credentials from '#contract/credentials/calls.ts'
import type { Challenge } from '#domain/limits/challenge.ts'
import type { Registration, SignedIn } from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import type { Client, TestApi } from './api.ts'

export const PASSWORD = 'Ararat-5165'

export const typeOf = (contact: string): ContactType => (contact.includes('@') ? 'email' : 'phone')

/** A day went by for somebody signed in. */
export const freshToken = async (client: Client): Promise<void> => {
  client.token = null
  client.token = (await client.call(auth.refresh, { body: {} })).accessToken
}

export const askCode = async (api: TestApi, client: Client, contact: string): Promise<string> => {
  await client.call(auth.sendCode, { body: { type: typeOf(contact), contact } })
  return api.code(contact)
}

/** Asks for a code and reads it, a day later: nothing of the contact waits any more, and whoever is signed in has a fresh token. */
export const codeFor = async (api: TestApi, client: Client, contact: string): Promise<string> => {
  api.clock.advance(86_400_000)
  if (client.token) await freshToken(client)
  return askCode(api, client, contact)
}

/** Registers with a code and stays signed in. */
export const enrol = async (
  api: TestApi,
  contact: string,
  extra: Partial<Registration> = {},
  client: Client = api.guest()
): Promise<{ client: Client; signedIn: SignedIn }> => {
  const pin = await codeFor(api, client, contact)
  const signedIn = await client.call(auth.register, { body: { type: typeOf(contact), contact, pin, firstName: 'Անի', ...extra } })
  client.token = signedIn.accessToken
  client.userId = signedIn.user.id
  return { client, signedIn }
}

/** Proves by a code to an own contact to be the owner of the account, as the dialog does. */
export const proveOwner = async (api: TestApi, client: Client, contact: string): Promise<void> => {
  const type = typeOf(contact)
  await client.call(credentials.sendProofCode, { body: { type } })
  await client.call(credentials.prove, { body: { type, pin: await api.code(contact) } })
}

/** The same browser at an address, as a trusted proxy names it; solves challenges unless `solves` is false. */
export const atAddress = (client: Client, address: string, solves = false): Client => {
  const fetch: Client['fetch'] = (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', address)
    return client.fetch(input, { ...init, headers })
  }
  const call = createCaller({
    fetch,
    locale: 'en',
    sessionId: () => client.anonymousId,
    accessToken: () => client.token,
    ...(solves ? { solve: (challenge) => solveChallenge(challenge as Challenge) } : {})
  })
  return { ...client, fetch, call }
}

/** Another device that signs in by password. */
export const byPassword = async (api: TestApi, contact: string, password = PASSWORD): Promise<Client> => {
  const client = api.guest()
  const signedIn = await client.call(auth.login, { body: { type: typeOf(contact), contact, password } })
  client.token = signedIn.accessToken
  client.userId = signedIn.user.id
  return client
}
