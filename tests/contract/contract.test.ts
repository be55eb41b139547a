import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CODES, codeNumber, isCodeType } from '#contract/codes.ts'
import { schemas } from '#contract/index.ts'
import { contract } from '#contract/index.ts'
import { endpointsOf } from '#contract/endpoint.ts'
import { LOCALES } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { MODALS } from '#stores/modal-list.ts'
import { openApi } from '#server/services/reference/openapi.ts'
import { ROOT, sourcesOf } from '#tests/support/sources.ts'

const rows = (name: string): string[][] =>
  readFileSync(join(ROOT, 'tests/contract', name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const bare = (path: string): string => path.replace(/:\w+|\{\w+\}/g, '{}')
const all = Object.entries(contract).flatMap(([noun, endpoints]) =>
  endpointsOf(endpoints).map(([name, endpoint]) => ({ noun, name, endpoint }))
)
/** Calls that the spec does not list: needed to run the shop, documented in the contract. */
const OURS = new Set([
  'POST /auth/link/code',
  'POST /auth/link',
  'GET /auth/identities',
  'DELETE /auth/identities/{}',
  'GET /user/profile/export',
  'GET /user/profile/deletion',
  'POST /user/profile/deletion/code',
  'POST /user/profile/deletion',
  'DELETE /user/profile/deletion',
  'GET /brands',
  'PUT /orders/cancel/{}',
  'PUT /orders/refunds/{}',
  'GET /orders/events',
  'PUT /orders/replacements/{}',
  'POST /orders/tips',
  'POST /orders/share',
  'DELETE /orders/share',
  'GET /orders/shared',
  'POST /ewallet/withdraw',
  'POST /ewallet/topup',
  'GET /ewallet/rewards',
  'GET /ewallet/tickets',
  'GET /ewallet/freeDeliveries',
  'GET /admissions',
  'GET /gift-card/orders',
  'POST /gift-card/orders',
  'PUT /gift-card/orders/{}',
  'POST /applications/contact',
  'POST /applications/courier',
  'POST /applications/partner',
  'GET /orders/book',
  'GET /orders/book/{}',
  'POST /orders/book/{}/agree',
  'POST /orders/claims',
  'POST /orders/claims/photos',
  'GET /orders/claims/photos/{}',
  'POST /gift-card/photos',
  'GET /gift-card/photos/{}',
  'GET /orders/group/events',
  'POST /orders/group/remind',
  'PUT /orders/group/delivery',
  'GET /user/profile/notifications',
  'PUT /user/profile/notifications/read',
  'GET /user/profile/notifications/settings',
  'PATCH /user/profile/notifications/settings',
  'POST /user/profile/notifications/push',
  'DELETE /user/profile/notifications/push',
  'GET /user/profile/alerts',
  'POST /user/profile/alerts',
  'DELETE /user/profile/alerts/{}',
  'GET /health',
  'GET /ready',
  'POST /auth/signout',
  'POST /users/password/reset/check',
  'GET /users/proof',
  'POST /users/proof',
  'POST /users/proof/code',
  'GET /users/sessions',
  'DELETE /users/sessions',
  'DELETE /users/sessions/{}',
  'GET /suppliers/{}/reviews',
  'GET /geo/reach',
  'GET /geo/towns',
  'GET /search/suggest',
  'GET /info/campaigns/{}',
  'GET /sitemap',
  'GET /sitemap/products/{}',
  'GET /user/profile/order/invoice',
  'GET /user/profile/cards',
  'DELETE /user/profile/cards/{}'
])

describe('calls of the spec', () => {
  const listed = rows('endpoints.tsv')

  test.each(listed.filter(([, , , state]) => state === 'works'))('%s %s %s is in the contract', (_area, method = '', path = '') => {
    const found = all.filter(({ endpoint }) => bare(endpoint.path) === bare(path) && (method === '*' || endpoint.method === method))
    expect(found).toHaveLength(1)
  })

  test('what is called open is not there yet: a new call moves its row to "works"', () => {
    const early = listed.filter(
      ([, method, path = '', state]) =>
        state === 'open' && all.some(({ endpoint }) => bare(endpoint.path) === bare(path) && (method === '*' || endpoint.method === method))
    )
    expect(early).toEqual([])
  })

  test('every endpoint is a call of the spec or one of ours', () => {
    const known = new Set(listed.flatMap(([, method, path = '']) => [`${method} ${bare(path)}`]))
    const unknown = all
      .map(({ endpoint }) => `${endpoint.method} ${bare(endpoint.path)}`)
      .filter((key) => !known.has(key) && !known.has(`* ${key.split(' ')[1]}`) && !OURS.has(key))
    expect(unknown).toEqual([])
  })
})

describe('the contract', () => {
  test('method and path are unique', () => {
    const keys = all.map(({ endpoint }) => `${endpoint.method} ${bare(endpoint.path)}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test('literal paths stand before those with parameters', () => {
    const shadowed = all.flatMap(({ endpoint }, index) => {
      const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`)
      return all
        .slice(index + 1)
        .filter(
          (later) => later.endpoint.method === endpoint.method && later.endpoint.path !== endpoint.path && pattern.test(later.endpoint.path)
        )
        .map((later) => later.endpoint.path)
    })
    expect(shadowed).toEqual([])
  })

  test('path parameters have schemas', () => {
    const missing = all.filter(
      ({ noun, name, endpoint }) =>
        endpoint.path.includes(':') && !(schemas as Record<string, Record<string, { params?: unknown }>>)[noun]?.[name]?.params
    )
    expect(missing.map(({ endpoint }) => endpoint.path)).toEqual([])
  })

  test('money-moving calls refuse unknown fields', () => {
    for (const { noun, name, endpoint } of all.filter(({ endpoint: { moneyMoving } }) => moneyMoving)) {
      const body = (schemas as Record<string, Record<string, { body?: { type: string } }>>)[noun]?.[name]?.body
      expect(body?.type, endpoint.path).toBe('strict_object')
    }
  })

  test('the reference names every call', () => {
    const document = openApi('http://127.0.0.1') as { paths: Record<string, Record<string, unknown>> }
    for (const { endpoint } of all) {
      expect(document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()], endpoint.path).toBeDefined()
    }
  })
})

describe('codes of the spec', () => {
  test.each(rows('codes.tsv'))('%s %s', (code = '', type = '') => {
    expect(isCodeType(type)).toBe(true)
    if (isCodeType(type)) expect(codeNumber(type)).toBe(Number(code))
  })

  test('each is said by the server', () => {
    const server = sourcesOf('src/server')
    const isSaid = (type: string): boolean => server.some(({ text }) => text.includes(`'${type}'`))
    expect(rows('codes.tsv').filter(([, type = '']) => !isSaid(type))).toEqual([])
  })

  test.each(LOCALES)('every code has a sentence in %s', (locale) => {
    const t = getTranslator(locale)
    const bad = Object.keys(CODES).filter((type) => {
      const text = isCodeType(type)
        ? t(`codes:${type}`, { field: 'x', available: 1, minimum: 1, countries: 'x', most: 1, orders: 1, units: 1 })
        : ''
      return text === '' || text === type || text.includes('{{') || text.startsWith('codes:')
    })
    expect(bad).toEqual([])
  })
})

/** Dialogs that the spec does not list. */
const OUR_MODALS = ['prove-identity', 'ShareLinkModal', 'confirm-members-readiness', 'who-delivers', 'share-tracking']

describe('modals of the spec', () => {
  const listed = rows('modals.tsv')

  test('those that work are registered, the others are not', () => {
    const working = listed.filter(([, state]) => state === 'works').map(([id]) => id)
    expect(Object.keys(MODALS).sort()).toEqual([...working, ...OUR_MODALS].sort())
  })

  test('each is opened by something besides the gallery', () => {
    const openers = ['islands', 'components', 'page-scripts', 'stores']
      .flatMap((folder) => sourcesOf(`src/${folder}`))
      .filter(({ path }) => !/(Gallery\.tsx|registry\.ts|modal-list\.ts)$/.test(path))
    const isNamed = (id: string): boolean => openers.some(({ text }) => text.includes(`'${id}'`) || text.includes(`"${id}"`))
    expect(Object.keys(MODALS).filter((id) => !isNamed(id))).toEqual([])
  })
})
