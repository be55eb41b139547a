import { beforeEach, describe, expect, test } from 'vitest'
import type * as ErrorsStore from '#stores/errors.ts'
import type * as ModalsStore from '#stores/modals.ts'
import type * as SessionStore from '#stores/auth/session.ts'
import type { CodeType } from '#contract/codes.ts'
import { createStorage, openTab } from '#tests/support/tab.ts'

let errors: typeof ErrorsStore
let modals: typeof ModalsStore
let session: typeof SessionStore
let make: (type: CodeType, message?: string) => Error

beforeEach(async () => {
  createStorage()
  await openTab({ client: { cookies: new Map(), fetch: () => Promise.reject(new TypeError()) } as never })
  errors = await import('#stores/errors.ts')
  modals = await import('#stores/modals.ts')
  session = await import('#stores/auth/session.ts')
  const { ApiError } = await import('#client/call.ts')
  const { codeNumber } = await import('#contract/codes.ts')
  make = (type, message = 'words') => new ApiError(type, codeNumber(type), message)
})
const open = () => modals.$modals.get().map(({ id, params }) => ({ id, ...params }))

/** Spec section 8, "Generic handling", bullet by bullet. */
describe('generic handling', () => {
  test('order not found is a normal result', () => {
    expect(errors.report(make('ORDER_NOT_FOUND'))).toBe('normal')
    expect(open()).toEqual([])
  })
  test('group order limit and promo code discount show nothing', () => {
    for (const type of ['GROUP_ORDER_LIMIT_ISSUE', 'PROMO_RESTRICTED_DUE_TO_DISCOUNT'] as const)
      expect(errors.reportOrShow(make(type))).toBe('ignored')
    expect(open()).toEqual([])
  })
  test('unable to cancel opens the warning with the message', () => {
    expect(errors.report(make('UNABLE_TO_CANCEL_ORDER', 'Too late'))).toBe('warning')
    expect(open()).toEqual([{ id: 'warning', description: 'Too late' }])
  })
  test.each([
    'INTERNAL',
    'GROUP_ORDER_NOT_FOUND',
    'UNAUTHORIZED',
    'GROUP_ORDER_OWNER_MUST_FINISH_FIRST',
    'BASKET_EMPTY',
    'NOT_FOUND',
    'CORPORATE_WALLET_UNAVAILABLE',
    'B2B_ORDER_FORBIDDEN',
    'DIGITAL_PRODUCTS_ORDERED_ALONE',
    'CUSTOM'
  ] as const)('%s with an empty body opens account-validation, with words it passes to the caller', (type) => {
    expect(errors.report(make(type, ''))).toBe('account-validation')
    expect(open()).toEqual([{ id: 'account-validation' }])
    modals.closeAllModals()
    expect(errors.report(make(type))).toBe('caller')
    expect(open()).toEqual([])
  })
  test('any other code with a message opens the warning with it', () => {
    errors.report(make('VOUCHER_EXPIRED', 'Expired'))
    expect(open()).toEqual([{ id: 'warning', description: 'Expired' }])
  })
  test('the connection is the caller’s to speak of, and never silent for an action', () => {
    expect(errors.report(make('NETWORK', ''))).toBe('caller')
    errors.reportOrShow(make('NETWORK', ''))
    expect(open()).toEqual([{ id: 'error', description: '' }])
  })
  test('unauthorized signs out on user, address and campaign calls, and only there', async () => {
    const user = {
      id: 1,
      firstName: 'A',
      lastName: '',
      email: null,
      phone: null,
      languageId: 1,
      isAdult: null,
      defaultAddressId: null,
      defaultPaymentMethodId: 3,
      isLogged: true as const
    }
    for (const area of ['user', 'address', 'campaign'] as const) {
      session.enterSession({ accessToken: 'a', expiresIn: 600, user })
      errors.report(make('UNAUTHORIZED'), area)
      expect(session.$session.get()).toEqual({ state: 'guest' })
    }
    session.enterSession({ accessToken: 'a', expiresIn: 600, user })
    errors.report(make('UNAUTHORIZED'))
    expect(session.$session.get().state).toBe('user')
  })
  test('a failure that a page shows in its place follows the table too', () => {
    expect(errors.failureOf(make('CONFLICT', 'changed'), 'user')).toEqual({ type: 'CONFLICT', message: 'changed' })
    expect(open()).toEqual([])
    errors.failureOf(make('BASKET_EMPTY', ''))
    errors.failureOf(make('INTERNAL', ''))
    expect(open()).toEqual([{ id: 'account-validation' }])
  })
  test('a fault of ours is not swallowed', () => {
    expect(() => errors.report(new RangeError('ours'))).toThrow('ours')
  })
})

describe('tasks', () => {
  test('a second submit is dropped, a refusal is kept, a fault is thrown', async () => {
    const { task } = await import('#stores/tasks.ts')
    let release = (): void => undefined
    const slow = task(() => new Promise<string>((resolve) => (release = () => resolve('done'))))
    const first = slow.submit()
    expect(slow.$state.get()).toEqual({ state: 'pending' })
    expect(await slow.submit()).toBeNull()
    release()
    expect(await first).toBe('done')
    const refused = task(() => Promise.reject(make('CONFLICT', 'changed')))
    expect(await refused.submit()).toBeNull()
    expect(refused.$state.get()).toEqual({ state: 'failed', failure: { type: 'CONFLICT', message: 'changed' } })
    refused.reset()
    expect(refused.$state.get()).toEqual({ state: 'idle' })
    await expect(task(() => Promise.reject(new RangeError('ours'))).submit()).rejects.toThrow('ours')
  })
})

describe('modals', () => {
  test('stack, close of the base with all above, ask answers false when closed', async () => {
    modals.openModal('navbar')
    modals.openModal('login')
    modals.openModal('login')
    expect(open().map(({ id }) => id)).toEqual(['navbar', 'login'])
    const base = modals.$modals.get()[0]
    const asked = modals.ask('signOut')
    modals.closeModal(base?.key)
    expect(await asked).toBe(false)
    expect(open()).toEqual([])
  })
  test('the host is woken', async () => {
    const tab = await openTab({ client: { cookies: new Map() } as never })
    const { openModal } = await import('#stores/modals.ts')
    openModal('success', { description: 'ok' })
    expect(tab.events).toEqual(['intent:modal'])
  })
})
