import { isIP } from 'node:net'
import * as v from 'valibot'
import { geoFault, GEO_VARIABLES } from './config-geo.ts'
import { isSecretVariable, messageFault, messageVariables } from './config-messages.ts'
import { isSignInSecret, missingKeys, SIGN_IN_VARIABLES } from './config-sign-in.ts'

const flag = (fallback: boolean) =>
  v.optional(
    v.pipe(
      v.picklist(['0', '1', 'true', 'false'], 'must be 1 or 0 (or true, false)'),
      v.transform((text) => text === '1' || text === 'true')
    ),
    fallback ? '1' : '0'
  )
const whole = (fallback: number, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'must be a whole number'),
      v.transform(Number),
      v.minValue(min, `must be at least ${min}`),
      v.maxValue(max, `must be at most ${max}`)
    ),
    String(fallback)
  )

const Origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  v.array(v.pipe(v.string(), v.regex(/^https?:\/\/[\w.-]+(:\d+)?$/, 'must list origins such as https://ipay.arca.am')))
)

const Countries = v.pipe(
  v.string(),
  v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must list countries by two capital letters such as AM,RU')))
)

const isOrigin = (text: string): boolean => /^https?:\/\/[^/\s]+$/.test(text) && URL.canParse(text)
const isHost = (text: string): boolean => isIP(text) > 0 || /^[a-z][a-z0-9.-]*$/i.test(text)

/** Every variable the process reads, once. README lists them with their meanings. */
const Schema = v.object({
  HOST: v.optional(v.pipe(v.string(), v.check(isHost, 'must be an address of this machine such as 127.0.0.1, 0.0.0.0 or ::')), '127.0.0.1'),
  PORT: whole(4321, 0, 65_535),
  SITE_URL: v.optional(v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://shuka.example'))),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '.data'),
  MARKET_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'content/market'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  DATABASE_POOL: whole(10, 1, 200),
  DATABASE_READ_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  DATABASE_PREPARE: flag(true),
  API_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/\S+[^/]$/, 'must be an address without a slash at the end'))),
  SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  DEMO: flag(false),
  AUTOPILOT_SECONDS: whole(20, 0, 86_400),
  PAYMENT_MINUTES: whole(30, 1, 1_440),
  SERVICE_FEE_PERCENT: whole(3, 0, 50),
  SERVICE_FEE_FLOOR: whole(100, 0, 100_000),
  SERVICE_FEE_CAP: whole(600, 0, 100_000),
  PAPER_BAG_PRICE: whole(50, 0, 10_000),
  BANK_ORIGINS: v.optional(Origins, ''),
  OVERLOAD_ACTIVE: flag(false),
  OVERLOAD_HOURS_TO_WAIT: whole(1, 0, 72),
  TRUST_PROXY: flag(false),
  PIN_WAIT_SECONDS: whole(60, 0, 3_600),
  PIN_PER_CONTACT_DAY: whole(10, 1, 100_000),
  PIN_PER_CALLER_HOUR: whole(30, 1, 100_000),
  PIN_PER_PREFIX_HOUR: whole(200, 1, 1_000_000),
  PIN_PER_HOUR: whole(2_000, 1, 1_000_000),
  PHONE_COUNTRIES: v.optional(Countries, 'AM'),
  PASSWORD_WAIT_SECONDS: whole(30, 0, 3_600),
  PASSWORD_PER_CONTACT_DAY: whole(100, 1, 100_000),
  PASSWORD_PER_CALLER_HOUR: whole(30, 1, 100_000),
  PASSWORD_PER_HOUR: whole(20_000, 1, 10_000_000),
  ...GEO_VARIABLES,
  ...SIGN_IN_VARIABLES,
  ACCOUNT_DELETION_DAYS: whole(14, 0, 90),
  ACCOUNT_EXPORTS_HOUR: whole(3, 1, 1_000),
  ...messageVariables,
  PUSH_ORIGINS: v.optional(Origins, ''),
  MESSAGE_TIMEOUT_SECONDS: whole(15, 1, 60),
  LOG: v.optional(v.picklist(['silent', 'error', 'info'], 'must be silent, error or info'), 'info'),
  WEB_CONCURRENCY: whole(1, 1, 64),
  DRAIN_SECONDS: whole(0, 0, 300)
})

export type Config = Omit<v.InferOutput<typeof Schema>, 'SITE_URL'> & { SITE_URL: string }

/** What a bad value is; what may hold a password is not repeated. */
const told = (name: string, value: unknown): string =>
  ['SECRET', 'GEO_KEY'].includes(name) || name.startsWith('DATABASE_') || isSignInSecret(name) || isSecretVariable(name)
    ? ''
    : ` (is ${JSON.stringify(value)})`

/** A configuration nobody should run with. The message names the variable and the cure. */
export class BadConfiguration extends Error {}

/** Reads and checks the environment; throws BadConfiguration that names each bad variable. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = v.safeParse(Schema, given)
  if (!result.success) {
    const faults = result.issues.map(
      ({ path, message, input }) => `  ${String(path?.[0]?.key ?? '?')} ${message}${told(String(path?.[0]?.key), input)}`
    )
    throw new BadConfiguration(`Bad configuration:\n${faults.join('\n')}`)
  }
  const config = result.output
  const siteUrl = config.SITE_URL ?? `http://${isIP(config.HOST) === 6 ? `[${config.HOST}]` : config.HOST}:${config.PORT}`
  if (config.SERVICE_FEE_FLOOR > config.SERVICE_FEE_CAP)
    throw new BadConfiguration(
      `SERVICE_FEE_FLOOR ${config.SERVICE_FEE_FLOOR} is above SERVICE_FEE_CAP ${config.SERVICE_FEE_CAP}. Lower the floor or raise the cap.`
    )
  if (config.DATABASE_READ_URL && !config.DATABASE_URL)
    throw new BadConfiguration('DATABASE_READ_URL needs DATABASE_URL: a replica is asked beside the main database, never instead of it.')
  const missing = missingKeys(config)
  if (missing) throw new BadConfiguration(missing)
  const fault = messageFault(config) ?? geoFault(config)
  if (fault) throw new BadConfiguration(fault)
  // A front that passes the API on keeps no data, so any number of processes may do it.
  if (config.WEB_CONCURRENCY > 1 && !config.DATABASE_URL && !config.API_URL)
    throw new BadConfiguration(
      'WEB_CONCURRENCY needs DATABASE_URL: the embedded database belongs to one process. Set DATABASE_URL to a PostgreSQL server.'
    )
  if (!isPrivate(siteUrl) && !config.DEMO)
    throw new BadConfiguration(
      `${config.SITE_URL ? 'SITE_URL' : 'HOST'} makes the shop public (${siteUrl}), but messages and the bank are simulated and the outbox shows sign-in codes. Set DEMO=1 to run a public demonstration.`
    )
  return { ...config, SITE_URL: siteUrl }
}

/** Loopback, a private network or a local name; a public name that only begins like one is not. */
const isPrivate = (address: string): boolean => {
  const { hostname } = new URL(address)
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) === 6) return /^(::1?|f[cd][0-9a-f]{2}:.*|fe80:.*)$/.test(name)
  if (isIP(name) === 4) return /^(0\.0\.0\.0|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*)$/.test(name)
  return /^(localhost|[a-z0-9-]+|.*\.(local|localhost|internal|lan))$/.test(name)
}
