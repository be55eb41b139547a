import * as auth from '#contract/auth/calls.ts'
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

/** Another device that signs in by password. */
export const byPassword = async (api: TestApi, contact: string, password = PASSWORD): Promise<Client> => {
  const client = api.guest()
  const signedIn = await client.call(auth.login, { body: { type: typeOf(contact), contact, password } })
  client.token = signedIn.accessToken
  client.userId = signedIn.user.id
  return client
}
