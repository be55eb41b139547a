import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import pg from 'pg'
import { inject } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { createCaller, type Call, type Fetch } from '#client/call.ts'
import type { Locale } from '#domain/locale.ts'
import { createAdapters } from '#server/adapters/create.ts'
import type { Adapters } from '#server/adapters/adapters.ts'
import { createApi } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openPglite, openPostgres, type Engine } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import type { Kernel } from '#server/kernel.ts'
import { createCallLog } from './call-log.ts'
import { createClock, type Clock } from './clock.ts'

export interface RawReply<T = unknown> {
  status: number
  headers: Headers
  envelope: Envelope<T>
}
export interface Client {
  call: Call
  /** One request as it stands: for bad input and headers. `path` is below /api. */
  raw: <T = unknown>(
    method: string,
    path: string,
    options?: { body?: unknown; text?: string; headers?: Record<string, string> }
  ) => Promise<RawReply<T>>
  anonymousId: string
  token: string | null
  userId: number | null
  /** Cookies the server set, by name. */
  cookies: Map<string, string>
  fetch: Fetch
}
export interface TestApi {
  engine: Engine
  kernel: Kernel
  clock: Clock
  guest: (locale?: Locale) => Client
  /** A person who came in by a code, like everybody. */
  person: (options?: { locale?: Locale; phone?: string; client?: Client }) => Promise<Client>
  /** The newest code sent to a contact. */
  code: (recipient: string) => Promise<string>
  /** Id of a product of the test market by supplier and code. */
  product: (supplierId: number, code: string) => Promise<number>
  /** Everything logged as an error; a test that expects none checks that it is empty. */
  errors: string[]
  close: () => Promise<void>
}

/** No autopilot, no log, and room for a crowd of test people, all of them new, behind one number prefix. */
const QUIET = {
  AUTOPILOT_SECONDS: '0',
  LOG: 'silent',
  SECRET: 'only-for-tests-only-for-tests-only-for-tests',
  PIN_PER_PREFIX_HOUR: '100000',
  PIN_PER_HOUR: '100000',
  NEW_ACCOUNT_HOLD_PERCENT: '100'
}

/** An API on a database of its own, filled with the test market (tests/support/market). */
export const startApi = async (options: { env?: Record<string, string>; adapters?: Partial<Adapters> } = {}): Promise<TestApi> => {
  const { engine, drop } = await openTestEngine()
  const clock = createClock()
  const dataDir = mkdtempSync(join(tmpdir(), 'shuka-books-'))
  const config = readConfig({ ...QUIET, DATA_DIR: dataDir, ...options.env })
  const errors: string[] = []
  const kernel = createKernel({
    config,
    engine,
    adapters: { ...(await createAdapters(engine, config, clock.now)), ...options.adapters },
    now: clock.now,
    log: (level, text, cause) => void (level === 'error' && errors.push(`${text} ${String(cause)}`))
  })
  const app = createApi(kernel)
  const called = createCallLog()

  const clientFor = (locale: Locale): Client => {
    const cookies = new Map<string, string>()
    const fetch: Fetch = async (input, init = {}) => {
      const headers = new Headers(init.headers)
      if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const request = new Request(new URL(input, 'http://shuka.test'), { ...init, headers })
      const response = await app.fetch(request)
      if (response.status < 400) called.note(request)
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      if (!init.signal || !response.body) return response
      // A browser breaks off the body at once; a request that never left the process would do so when its memory is collected.
      return new Response(response.body.pipeThrough(new TransformStream(), { signal: init.signal }), response)
    }
    const client: Client = {
      anonymousId: randomBytes(16).toString('hex'),
      token: null,
      userId: null,
      cookies,
      fetch,
      call: createCaller({ fetch, locale, sessionId: () => client.anonymousId, accessToken: () => client.token }),
      raw: async (method, path, { body, text, headers } = {}) => {
        const response = await fetch(`/api${path}`, {
          method,
          headers: {
            'Session-Id': client.anonymousId,
            'Content-Language': locale,
            ...(client.token ? { Authorization: `Bearer ${client.token}` } : {}),
            ...(body !== undefined || text !== undefined ? { 'Content-Type': 'application/json' } : {}),
            ...headers
          },
          ...(text !== undefined ? { body: text } : body !== undefined ? { body: JSON.stringify(body) } : {})
        })
        return { status: response.status, headers: response.headers, envelope: (await response.json()) as never }
      }
    }
    return client
  }

  let people = 0
  const api: TestApi = {
    engine,
    kernel,
    clock,
    errors,
    guest: (locale = 'en') => clientFor(locale),
    code: async (recipient) => {
      const { messages } = schema
      const rows = await engine.db.select().from(messages).where(eq(messages.recipient, recipient)).orderBy(desc(messages.id)).limit(1)
      return /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0] ?? ''
    },
    person: async ({ locale = 'en', phone, client = clientFor(locale) } = {}) => {
      people += 1
      const contact = phone ?? `+3749${String(1_000_000 + people).padStart(7, '0')}`
      await client.call(auth.sendCode, { body: { type: 'phone', contact } })
      const signedIn = await client.call(auth.register, {
        body: { type: 'phone', contact, pin: await api.code(contact), firstName: `Ani ${people}` }
      })
      client.token = signedIn.accessToken
      client.userId = signedIn.user.id
      return client
    },
    product: async (supplierId, code) => {
      const { products } = schema
      const rows = await engine.db
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.supplierId, supplierId), eq(products.code, code)))
      if (!rows[0]) throw new Error(`no product ${code} at supplier ${supplierId} in the test market`)
      return rows[0].id
    },
    close: async () => {
      called.keep()
      await kernel.events.close()
      await kernel.groups.close()
      await engine.close()
      await drop()
      for (const { bank } of kernel.adapters.simulators) bank.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return api
}

/** A database of its own for one test file: PGlite from the dump, or a copy of the template on PostgreSQL. */
export const openTestEngine = async (): Promise<{ engine: Engine; drop: () => Promise<void> }> => {
  const url = inject('postgresUrl')
  if (!url) return { engine: await openPglite(null, new Blob([readFileSync(inject('dump'))])), drop: () => Promise.resolve() }
  const name = `shuka_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('postgresTemplate')}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    engine: await openPostgres(own.href, 20),
    drop: async () => {
      const last = new pg.Client({ connectionString: url })
      await last.connect()
      await last.query(`drop database if exists ${name} with (force)`)
      await last.end()
    }
  }
}
