import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as AuthStore from '#stores/auth/auth.ts'
import type * as ChallengeStore from '#stores/auth/challenge.ts'
import type * as CodeStore from '#stores/auth/code.ts'
import type * as ModalStore from '#stores/modals.ts'
import type * as PasswordStore from '#stores/credentials/password.ts'
import type * as ProofStore from '#stores/credentials/proof.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let tab: Tab
let signing: typeof AuthStore
let challenge: typeof ChallengeStore
let code: typeof CodeStore
let modals: typeof ModalStore
let passwords: typeof PasswordStore
let proof: typeof ProofStore
let count = 0

beforeAll(async () => {
  api = await startApi({ env: { PIN_PER_HOUR: '1', CHALLENGE_BITS: '4' } })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.advance(86_400_000)
  const client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  createStorage()
  tab = await openTab({ client })
  await (await import('#stores/auth/session.ts')).restoreSession()
  challenge = await import('#stores/auth/challenge.ts')
  code = await import('#stores/auth/code.ts')
  signing = await import('#stores/auth/auth.ts')
  modals = await import('#stores/modals.ts')
  passwords = await import('#stores/credentials/password.ts')
  proof = await import('#stores/credentials/proof.ts')
})

const PASSWORD = 'Tolma-2026'
const newPhone = (): string => `+374780${String((count += 1)).padStart(5, '0')}`
const send = (contact: string) => code.sendCode.submit({ type: 'phone', contact })

describe('a challenge', () => {
  test('is solved by itself, said while it is, and the call goes through', async () => {
    await send(newPhone())
    tab.requests.length = 0
    const solving: boolean[] = []
    challenge.$isSolving.listen((value) => void solving.push(value))
    code.clearCode()
    expect(await send(newPhone())).toMatchObject({ known: false })
    expect(solving).toEqual([true, false])
    expect(tab.requests).toEqual(['POST /users/pin/send', 'POST /users/pin/send'])
    await expect.poll(() => tab.said).toContainEqual(expect.stringContaining('quick check'))
  })

  test('that is malformed leaves the message of the server', async () => {
    tab.answers.set('POST /users/pin/send', () =>
      Response.json({ code: 429, messages: [{ type: 'CHALLENGE_REQUIRED', body: 'solve it' }], data: { bits: 'x' }, requestId: '' })
    )
    expect(await send(newPhone())).toBeNull()
    expect(code.sendCode.$state.get()).toMatchObject({ state: 'failed', failure: { type: 'CHALLENGE_REQUIRED', message: 'solve it' } })
  })
})

describe('a first password some time after the sign-in', () => {
  const ticket = (): number => {
    const top = modals.$modals.get().at(-1)
    return top?.id === 'prove-identity' ? (top.params.ticket ?? 0) : 0
  }
  const enter = async (): Promise<string> => {
    const phone = newPhone()
    await send(phone)
    expect(await signing.register.submit(await api.code(phone), 'Ani', '')).toMatchObject({ phone })
    api.clock.advance(601_000)
    return phone
  }

  test('asks for a proof in a dialog and goes on after it', async () => {
    const phone = await enter()
    const saved = passwords.changePassword.submit(PASSWORD)
    await expect.poll(ticket).toBeGreaterThan(0)
    await proof.loadProofWays()
    expect(proof.$proofWays.get()).toMatchObject({ state: 'ready', ways: { password: false, contacts: [{ type: 'phone' }] } })
    expect(await proof.sendProofCode.submit('phone')).toMatchObject({ type: 'phone' })
    expect(await proof.prove.submit({ type: 'phone', pin: await api.code(phone) })).toBe(true)
    modals.answerQuestion(ticket())
    expect(await saved).toMatchObject({ hasPassword: true })
    expect(await proof.ensureProof()).toBe(true)
  })

  test('stays unsaved when the dialog is closed, and the message says why', async () => {
    await enter()
    const saved = passwords.changePassword.submit(PASSWORD)
    await expect.poll(ticket).toBeGreaterThan(0)
    modals.closeModal()
    expect(await saved).toBeNull()
    expect(passwords.changePassword.$state.get()).toMatchObject({ state: 'failed', failure: { type: 'PROOF_REQUIRED' } })
    const asked = proof.ensureProof()
    await expect.poll(ticket).toBeGreaterThan(0)
    modals.closeModal()
    expect(await asked).toBe(false)
  })
})
